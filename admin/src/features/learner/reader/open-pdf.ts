import type { PDFDocumentProxy } from 'pdfjs-dist';
// Vite replaces the import by a URL.
// oxlint-disable-next-line import/default
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

/** Opens a PDF in a worker. pdf.js is large and loaded only when needed. Scripts, forms and links do not run. */
export async function openPdf(url: string): Promise<PDFDocumentProxy> {
  const { GlobalWorkerOptions, getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  GlobalWorkerOptions.workerSrc = workerAddress;
  return getDocument({
    url,
    cMapUrl: `${__PDF_FILES__}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${__PDF_FILES__}standard_fonts/`,
    wasmUrl: `${__PDF_FILES__}wasm/`,
    // The worker's content security policy blocks requests.
    useWorkerFetch: false,
    isEvalSupported: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
}
