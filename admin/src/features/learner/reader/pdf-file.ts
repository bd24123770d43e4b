import type { PDFDocumentProxy } from 'pdfjs-dist';
// The build makes an address of it.
// oxlint-disable-next-line import/default
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/**
 * A PDF, taken apart by a worker of its own. What shows it is large, and comes only where there is one. Nothing of a document
 * is run: no scripts, no forms, no links.
 */
export async function openPdf(url: string): Promise<PDFDocumentProxy> {
  const { GlobalWorkerOptions, getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  GlobalWorkerOptions.workerSrc = workerAddress;
  return getDocument({
    url,
    ...{ cMapUrl: `${__PDF_FILES__}cmaps/`, cMapPacked: true },
    ...{ standardFontDataUrl: `${__PDF_FILES__}standard_fonts/`, wasmUrl: `${__PDF_FILES__}wasm/` },
    // The worker's own policy lets it fetch nothing.
    useWorkerFetch: false,
    ...{ isEvalSupported: false, enableXfa: false, verbosity: VerbosityLevel.ERRORS },
  }).promise;
}
