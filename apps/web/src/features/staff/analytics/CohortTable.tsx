import type { CSSProperties } from 'react';
import table from '../../../ui/NumberTable.module.css';
import { WideTable } from '../../../ui/WideTable.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { formatMonth } from './periods.ts';
import classes from './CohortTable.module.css';

/**
 * The brands whose first charged booking was in `month`. `later` contains, for each following month, the number of
 * these brands that booked again.
 */
export interface Cohort {
  month: string;
  brands: number;
  later: readonly number[];
}

/** Renders one row per cohort. Darker cells mean a larger share of returning brands. */
export function CohortTable({ cohorts }: { cohorts: readonly Cohort[] }) {
  const rows = cohorts.filter(({ brands }) => brands > 0);
  const most = Math.max(0, ...cohorts.map(({ later }) => later.length));
  return (
    <WideTable label="Brands by the month of their first charged booking">
      <table className={`${table.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">First month</th>
            <th scope="col">Brands</th>
            {Array.from({ length: most }, (_, at) => (
              <th key={at} scope="col" aria-label={`${pluralize(at + 1, 'month')} later`}>
                +{at + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ month, brands, later }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td>{brands}</td>
              {later.map((back, at) => (
                <CohortCell key={at} back={back} brands={brands} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function CohortCell({ back, brands }: { back: number; brands: number }) {
  const percent = Math.round((back / brands) * 100);
  return (
    <td className={classes.cell} style={{ '--share': `${percent}%` } as CSSProperties}>
      {back} <span className={classes.share}>{percent}%</span>
    </td>
  );
}
