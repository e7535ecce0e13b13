/** Computes the content and price of a checkout. */
import { DEFAULT_CHOICE, computeSale, type PackageChoice, type BookedChoice, type PricedPackage } from '@marquee/money';
import { listAnsweredQuestions, type QuestionAnswer, type Question } from '@marquee/validation';
import { Failure } from '../../core/failures.ts';

/** The part of a booking that is fixed by the order: its content, lines and price. */
export interface Sale {
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  /** The creator's price, without the fee. */
  priceCents: number;
  /** Null if the price is the only line. */
  chosen: BookedChoice | null;
}

/**
 * Computes the sale of a stored package for a choice and validated answers. Throws CHOICE_INVALID with the message of
 * `computeSale`.
 */
export function createSale(
  pack: PricedPackage & { name: string; description: string },
  choice: PackageChoice | null,
  order: { questions: readonly Question[]; answers: readonly QuestionAnswer[] },
): Sale {
  const answers = Object.fromEntries(order.answers.map(({ questionId, value }) => [questionId, value]));
  const result = computeSale(pack, choice ?? DEFAULT_CHOICE, listAnsweredQuestions(order.questions, answers));
  if ('message' in result) throw new Failure('CHOICE_INVALID', result.message);
  const { priceCents, deliveryDays, features, ...rest } = result.sale;
  return {
    packageName: pack.name,
    packageDescription: pack.description,
    deliveryDays,
    features: [...features],
    priceCents,
    chosen: pack.options === null ? null : { ...rest, choice: choice ?? DEFAULT_CHOICE },
  };
}

/** Whether an unpaid order has the same content and price. Its name and description may be older. */
export const isSameSale = (open: Pick<Sale, 'priceCents' | 'chosen'>, sold: Sale): boolean =>
  open.priceCents === sold.priceCents &&
  JSON.stringify(sortKeys(open.chosen)) === JSON.stringify(sortKeys(sold.chosen));

/** Sorts the keys of objects, because the database has its own order. */
const sortKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortKeys)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, each]) => [key, sortKeys(each)])
      : value;
