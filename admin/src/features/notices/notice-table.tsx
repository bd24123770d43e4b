import type { ReactNode } from 'react';

interface Props {
  readonly heads: readonly string[];
  /** Breaks its words where a page is narrow, and does not scroll. */
  readonly fits?: boolean;
  /** Rows. */
  readonly children: ReactNode;
}

/** A small table of the settings: rows that begin with a head of their own. */
export function NoticeTable({ heads, fits = false, children }: Props) {
  const table = (
    <table className={fits ? 'ntc-table ntc-own' : 'ntc-table'}>
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
  return fits ? table : <div className="ntc-scroll">{table}</div>;
}
