import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './reader.module.css';

/** A higher pixel ratio is not visible, and browsers refuse larger canvases. */
const MAX_PIXEL_RATIO = 2;
const MAX_CANVAS_SIDE = 4_096;

/** One PDF page at container width, with its text for screen readers. */
export function PdfPage(props: {
  pdf: PDFDocumentProxy;
  page: number;
  pages: number;
  onRendered: () => void;
  onError: () => void;
}) {
  const { pdf, page, pages } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [text, setText] = useState('');
  const propsRef = useRef(props);
  propsRef.current = props;

  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (width === 0) return;
    let isCancelled = false;
    let task: RenderTask | null = null;
    void draw().catch(() => !isCancelled && propsRef.current.onError());
    async function draw(): Promise<void> {
      const pdfPage = await pdf.getPage(page);
      if (isCancelled || !canvas.current) return;
      const baseViewport = pdfPage.getViewport({ scale: 1 });
      const desiredScale = (width / baseViewport.width) * Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1);
      const scale = Math.min(desiredScale, MAX_CANVAS_SIDE / baseViewport.width, MAX_CANVAS_SIDE / baseViewport.height);
      const viewport = pdfPage.getViewport({ scale });
      const [canvasWidth, canvasHeight] = [Math.floor(viewport.width), Math.floor(viewport.height)];
      Object.assign(canvas.current, { width: canvasWidth, height: canvasHeight });
      task = pdfPage.render({ canvas: canvas.current, viewport });
      await task.promise;
      const { items } = await pdfPage.getTextContent();
      if (isCancelled) return;
      setText(items.map((item) => ('str' in item ? item.str : '')).join(' '));
      propsRef.current.onRendered();
    }
    return () => {
      isCancelled = true;
      task?.cancel();
    };
  }, [pdf, page, width]);

  return (
    <div ref={box} className={`sg-panel ${styles.sheet}`}>
      {/* A canvas draws text in the direction of its element, and PDF text is already ordered. */}
      <canvas ref={canvas} dir="ltr" role="img" aria-label={t('reader.page', { page, pages })} />
      <div className="sg-visually-hidden" dir="auto">
        {text}
      </div>
    </div>
  );
}
