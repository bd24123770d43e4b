import type { ReactNode } from 'react';

interface NoticeTableProps {
  readonly heads: readonly string[];
  /** On narrow screens words break instead of scrolling the table. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
}

/** A small settings table whose rows start with a header cell. */
export function NoticeTable({ heads, wraps = false, children }: NoticeTableProps) {
  const table = (
    <table className={wraps ? 'ntc-table ntc-own' : 'ntc-table'}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
  return wraps ? table : <div className="ntc-scroll">{table}</div>;
}
