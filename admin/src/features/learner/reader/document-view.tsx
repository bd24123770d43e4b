import { Alert, Button, Flex } from 'antd';
import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentAnswer } from '@contract/training-answers';
import { sectionsOf } from '@contract/document-sections';
import { fileAddress } from '@/api/roots';
import { Markdown } from '@/components/markdown/markdown';
import { openPdf } from './pdf-file';
import { PdfPage } from './pdf-page';
import { Waiting } from '../learner-frame';
import styles from './reader.module.css';

interface Props {
  document: DocumentAnswer;
  /** A page stands there to be read; `last`: none comes after it. */
  shown?: (page: number, last: boolean) => void;
  /** The link is over, or the file is. */
  again: () => void;
}

/** A PDF or a text, page by page. */
export function DocumentView(props: Props) {
  return props.document.kind === 'pdf' ? <Pdf {...props} /> : <Text {...props} />;
}

function Text({ document, shown }: Props) {
  const sections = useMemo(() => sectionsOf(document.text ?? ''), [document.text]);
  const [page, setPage] = useState(Math.min(document.page, sections.length));
  const told = useRef(shown);
  told.current = shown;
  useEffect(() => told.current?.(page, page === sections.length), [page, sections.length]);
  return (
    <Pager page={page} pages={sections.length} go={setPage}>
      <div className="lr-about sg-card" key={page}>
        <Markdown source={sections[page - 1] ?? ''} level={2} />
      </div>
    </Pager>
  );
}

function Pdf({ document, shown, again }: Props) {
  const { t } = useTranslation();
  // Each reading of the answer brings another link; the one that it was opened by goes on.
  const [url] = useState(fileAddress(document.url ?? ''));
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [broken, setBroken] = useState(false);
  const [page, setPage] = useState(document.page);
  useEffect(() => {
    let isOver = false;
    const opening = openPdf(url);
    opening.then(
      (opened) => !isOver && setPdf(opened),
      () => !isOver && setBroken(true),
    );
    return () => {
      isOver = true;
      void opening.then((opened) => opened.loadingTask.destroy()).catch(() => undefined);
    };
  }, [url]);
  const save = (
    <Button href={url} download={document.name ?? undefined} type="text" icon={<DownloadOutlined aria-hidden />}>
      {t('reader.save')}
    </Button>
  );
  if (broken)
    return (
      <Alert
        type="error"
        showIcon
        message={t('reader.broken')}
        action={
          <Flex vertical gap={4}>
            <Button size="small" type="primary" onClick={again}>
              {t('kit.retry')}
            </Button>
            {save}
          </Flex>
        }
      />
    );
  if (!pdf) return <Waiting />;
  const at = Math.min(page, pdf.numPages);
  return (
    <Pager page={at} pages={pdf.numPages} go={setPage} more={save}>
      <PdfPage
        pdf={pdf}
        page={at}
        pages={pdf.numPages}
        shown={() => shown?.(at, at === pdf.numPages)}
        failed={() => setBroken(true)}
      />
    </Pager>
  );
}

function Pager(props: {
  page: number;
  pages: number;
  go: (page: number) => void;
  more?: React.ReactNode;
  children: React.ReactNode;
}) {
  const { page, pages, go } = props;
  const { t } = useTranslation();
  const view = useRef<HTMLElement>(null);
  const turn = (to: number) => {
    go(to);
    // A new page begins at its head, wherever the one before was left.
    if ((view.current?.getBoundingClientRect().top ?? 0) < 0) view.current?.scrollIntoView();
  };
  return (
    <section className={`sg-stack sg-gap-12 ${styles.view}`} aria-label={t('reader.label')} ref={view}>
      <Flex className={`sg-panel ${styles.bar}`} wrap justify="space-between" align="center" gap={8}>
        <Flex align="center" gap={8}>
          <Button
            size="large"
            icon={<LeftOutlined className="sg-mirror" aria-hidden />}
            aria-label={t('reader.previous')}
            title={t('reader.previous')}
            disabled={page <= 1}
            onClick={() => turn(page - 1)}
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
            onClick={() => turn(page + 1)}
          />
        </Flex>
        {props.more}
      </Flex>
      {props.children}
    </section>
  );
}
