import type { Printable } from '@/report-kit/table/use-print';
import { fetchPartForPrint, truncateForPrint } from './printed-part';
import type { MatrixPart, MatrixSource } from './matrix-source';

/** A loaded matrix with the filters it was loaded for; the page's query string may have changed since. */
export interface LoadedMatrix {
  readonly source: MatrixSource;
  readonly values: Readonly<Record<string, string>>;
}
export interface MatrixPrintout extends LoadedMatrix {
  readonly part: MatrixPart;
}

/** The browser's own print command cannot wait: of a matrix loaded in parts it prints only the heading and totals. */
export const toPrintableMatrix = (matrix: LoadedMatrix): Printable<MatrixPrintout> => ({
  immediate: () => ({
    ...matrix,
    part: truncateForPrint(matrix.source.complete ?? { rows: [], columns: [], cells: [] }),
  }),
  complete: async () => ({ ...matrix, part: await fetchPartForPrint(matrix.source) }),
});
