import type { Printable } from '@/report-kit/table/use-printed';
import { fetchPrintedPart, printedPart } from './sheet-part';
import type { MatrixPart, MatrixSource } from './source';

/** An answer with the filters that it answers: the address may be ahead of it by then. */
export interface Answered {
  readonly source: MatrixSource;
  readonly values: Readonly<Record<string, string>>;
}
/** What is on paper. */
export interface Printed extends Answered {
  readonly part: MatrixPart;
}

/** Of a matrix that is not known as a whole the browser's own command prints only what the sheet says without cells. */
export const printable = (shown: Answered): Printable<Printed> => ({
  atOnce: () => ({ ...shown, part: printedPart(shown.source.whole ?? { rows: [], columns: [], cells: [] }) }),
  whole: async () => ({ ...shown, part: await fetchPrintedPart(shown.source) }),
});
