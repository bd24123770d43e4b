import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './reader.module.css';

/** A sharper picture than this nobody sees, and larger ones browsers refuse. */
const SHARPEST = 2;
const SIDE_MAX = 4_096;

/** One page, as wide as there is room; its words beside it for the ear. */
export function PdfPage(props: {
  pdf: PDFDocumentProxy;
  page: number;
  pages: number;
  shown: () => void;
  failed: () => void;
}) {
  const { pdf, page, pages } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [words, setWords] = useState('');
  const told = useRef(props);
  told.current = props;

  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    if (width === 0) return;
    let isOver = false;
    let task: RenderTask | null = null;
    void draw().catch(() => !isOver && told.current.failed());
    async function draw(): Promise<void> {
      const read = await pdf.getPage(page);
      if (isOver || !canvas.current) return;
      const plain = read.getViewport({ scale: 1 });
      const wanted = (width / plain.width) * Math.min(SHARPEST, window.devicePixelRatio || 1);
      const scale = Math.min(wanted, SIDE_MAX / plain.width, SIDE_MAX / plain.height);
      const viewport = read.getViewport({ scale });
      const [wide, high] = [Math.floor(viewport.width), Math.floor(viewport.height)];
      Object.assign(canvas.current, { width: wide, height: high });
      task = read.render({ canvas: canvas.current, viewport });
      await task.promise;
      const { items } = await read.getTextContent();
      if (isOver) return;
      setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '));
      told.current.shown();
    }
    return () => {
      isOver = true;
      task?.cancel();
    };
  }, [pdf, page, width]);

  return (
    <div ref={box} className={`sg-panel ${styles.sheet}`}>
      {/* Words are drawn in the direction of the page around them, letter by letter: those of a PDF stand as they stand. */}
      <canvas ref={canvas} dir="ltr" role="img" aria-label={t('reader.page', { page, pages })} />
      <div className="sg-visually-hidden" dir="auto">
        {words}
      </div>
    </div>
  );
}
