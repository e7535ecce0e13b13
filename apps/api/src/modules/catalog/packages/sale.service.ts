import { DEFAULT_CHOICE, computeSale, type PackageChoice, type BookedChoice, type PricedPackage } from '@marquee/money';
import { listAnsweredQuestions, type QuestionAnswer, type Question } from '@marquee/validation';
import { Failure } from '../../../core/failures.ts';

/** The content, price lines and price of a booking. They are fixed when the brand orders. */
export interface Sale {
  packageName: string;
  packageDescription: string;
  deliveryDays: number;
  features: string[];
  /** The creator's price in cents, without the fee. */
  priceCents: number;
  /** The chosen options with their price lines, or null if there is no line other than the package's price. */
  chosen: BookedChoice | null;
}

/**
 * Computes the sale of a package from the brand's choice and the validated answers. Throws CHOICE_INVALID with the
 * message of `computeSale`.
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

/**
 * Returns whether an unpaid order has the same price and chosen options as a new order. The unpaid order's name and
 * description may be outdated.
 */
export const isSameSale = (open: Pick<Sale, 'priceCents' | 'chosen'>, sold: Sale): boolean =>
  open.priceCents === sold.priceCents &&
  JSON.stringify(sortKeys(open.chosen)) === JSON.stringify(sortKeys(sold.chosen));

/** Returns whether two sales have the same content and price, in every detail. */
export const isSameContent = (one: Sale, other: Sale): boolean =>
  JSON.stringify(sortKeys(toStored(one))) === JSON.stringify(sortKeys(toStored(other)));

/** Removes the fields that jsonb does not keep because they are undefined. */
const toStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Sorts the keys of objects, because PostgreSQL does not keep their order in jsonb. */
const sortKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortKeys)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, each]) => [key, sortKeys(each)])
      : value;
