/** What a checkout sells. */
import { DEFAULT_CHOICE, computeSale, type PackageChoice, type BookedChoice, type PricedPackage } from '@marquee/money';
import { listAnsweredQuestions, type QuestionAnswer, type Question } from '@marquee/validation';
import { Failure } from '../../core/failures.ts';

/** What is sold, which lines it has and for how much: the part of a booking that is fixed when it is ordered. */
export interface Sale {
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  /** The creator's price, without the fee. */
  priceCents: number;
  /** Null: one line, the price. */
  chosen: BookedChoice | null;
}

/**
 * What is sold of a package for a choice and checked answers, from what is stored of it. A plain package is sold as it
 * stands. Throws CHOICE_INVALID and the sentence of `computeSale`.
 */
export function saleFor(
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

/** Whether an order that is not paid yet sells the same at the same price; its name and description may be older. */
export const isSameSale = (open: Pick<Sale, 'priceCents' | 'chosen'>, sold: Sale): boolean =>
  open.priceCents === sold.priceCents && JSON.stringify(sorted(open.chosen)) === JSON.stringify(sorted(sold.chosen));

/** With the keys of objects in order: the database has its own. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, each]) => [key, sorted(each)])
      : value;
