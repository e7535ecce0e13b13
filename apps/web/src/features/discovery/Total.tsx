import { Money } from '../../ui/Money.tsx';

/** What a brand pays: in whole dollars where it is that, else with the cents, since a budget goes by them. */
export const Total = ({ cents, className }: { cents: number; className?: string }) => (
  <Money cents={cents} whole={cents % 100 === 0} {...(className !== undefined && { className })} />
);
