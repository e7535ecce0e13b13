import type { Days, Span } from '@marquee/validation';
import { WideTable } from '../../ui/WideTable.tsx';
import { longLabel, UNITS } from './periods.ts';
import classes from './Numbers.module.css';

/** A column of figures: its heading, and what it says of a piece of the span. */
export interface Column<T> {
  label: string;
  of: (piece: T) => string | number;
}

/** The figures of a span as a table, a row for each piece, the newest first. */
export function Numbers<T extends Days>(props: {
  label?: string;
  pieces: readonly T[];
  span: Span;
  columns: readonly Column<T>[];
}) {
  const { label, pieces, span, columns } = props;
  const unit = UNITS[span];
  return (
    <WideTable label={label ?? `Every ${unit}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{unit.replace(/^./, (letter) => letter.toUpperCase())}</th>
            {columns.map((column) => (
              <th key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pieces.toReversed().map((piece) => (
            <tr key={piece.from}>
              <th scope="row">{longLabel(piece, span)}</th>
              {columns.map((column) => (
                <td key={column.label}>{column.of(piece)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}
