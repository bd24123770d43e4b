import { Alert, Button, Flex } from 'antd';
import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentResponse } from '@contract/training.responses';
import { splitIntoSections } from '@contract/document-sections';
import { fileAddress } from '@/api/env';
import { Markdown } from '@/components/markdown/markdown';
import { openPdf } from './open-pdf';
import { PdfPage } from './pdf-page';
import { CardSkeleton } from '../learner-frame';
import styles from './reader.module.css';

interface Props {
  document: DocumentResponse;
  /** A page is displayed; `last`: it is the last one. */
  onPageShown?: (page: number, last: boolean) => void;
  /** The link has expired, or the file is broken. */
  onReload: () => void;
}

export function DocumentView(props: Props) {
  return props.document.kind === 'pdf' ? <PdfDocument {...props} /> : <TextDocument {...props} />;
}

function TextDocument({ document, onPageShown }: Props) {
  const sections = useMemo(() => splitIntoSections(document.text ?? ''), [document.text]);
  const [page, setPage] = useState(Math.min(document.page, sections.length));
  const onPageShownRef = useRef(onPageShown);
  onPageShownRef.current = onPageShown;
  useEffect(() => onPageShownRef.current?.(page, page === sections.length), [page, sections.length]);
  return (
    <Pager page={page} pages={sections.length} onPageChange={setPage}>
      <div className="lr-about sg-card" key={page}>
        <Markdown source={sections[page - 1] ?? ''} level={2} />
      </div>
    </Pager>
  );
}

function PdfDocument({ document, onPageShown, onReload }: Props) {
  const { t } = useTranslation();
  // Every response has a new link. An open document keeps the one it was loaded from.
  const [url] = useState(fileAddress(document.url ?? ''));
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [page, setPage] = useState(document.page);
  useEffect(() => {
    let isUnmounted = false;
    const loadingPdf = openPdf(url);
    loadingPdf.then(
      (loadedPdf) => !isUnmounted && setPdf(loadedPdf),
      () => !isUnmounted && setIsBroken(true),
    );
    return () => {
      isUnmounted = true;
      void loadingPdf.then((loadedPdf) => loadedPdf.loadingTask.destroy()).catch(() => undefined);
    };
  }, [url]);
  const downloadButton = (
    <Button href={url} download={document.name ?? undefined} type="text" icon={<DownloadOutlined aria-hidden />}>
      {t('reader.save')}
    </Button>
  );
  if (isBroken)
    return (
      <Alert
        type="error"
        showIcon
        message={t('reader.broken')}
        action={
          <Flex vertical gap={4}>
            <Button size="small" type="primary" onClick={onReload}>
              {t('kit.retry')}
            </Button>
            {downloadButton}
          </Flex>
        }
      />
    );
  if (!pdf) return <CardSkeleton />;
  const at = Math.min(page, pdf.numPages);
  return (
    <Pager page={at} pages={pdf.numPages} onPageChange={setPage} extra={downloadButton}>
      <PdfPage
        pdf={pdf}
        page={at}
        pages={pdf.numPages}
        onRendered={() => onPageShown?.(at, at === pdf.numPages)}
        onError={() => setIsBroken(true)}
      />
    </Pager>
  );
}

function Pager(props: {
  page: number;
  pages: number;
  onPageChange: (page: number) => void;
  extra?: React.ReactNode;
  children: React.ReactNode;
}) {
  const { page, pages, onPageChange } = props;
  const { t } = useTranslation();
  const viewRef = useRef<HTMLElement>(null);
  const goToPage = (to: number) => {
    onPageChange(to);
    // Scrolls to the top of the new page.
    if ((viewRef.current?.getBoundingClientRect().top ?? 0) < 0) viewRef.current?.scrollIntoView();
  };
  return (
    <section className={`sg-stack sg-gap-12 ${styles.view}`} aria-label={t('reader.label')} ref={viewRef}>
      <Flex className={`sg-panel ${styles.bar}`} wrap justify="space-between" align="center" gap={8}>
        <Flex align="center" gap={8}>
          <Button
            size="large"
            icon={<LeftOutlined className="sg-mirror" aria-hidden />}
            aria-label={t('reader.previous')}
            title={t('reader.previous')}
            disabled={page <= 1}
            onClick={() => goToPage(page - 1)}
          />
          <span className="sg-number" role="status">
            {t('reader.page', { page, pages })}
          </span>
          <Button
            size="large"
            icon={<RightOutlined className="sg-mirror" aria-hidden />}
            aria-label={t('reader.next')}
            title={t('reader.next')}
            disabled={page >= pages}
            onClick={() => goToPage(page + 1)}
          />
        </Flex>
        {props.extra}
      </Flex>
      {props.children}
    </section>
  );
}
