import { useState } from 'react';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fileQuery } from '@/api/file-format';
import { watchJob } from '@/api/watched-jobs';
import { formatShare } from '@/components/format';
import { useErrorWords } from '@/components/words';

const loadFiles = () => import('@/api/file');

/** A file that the server writes in the reader's language, kept by the browser; what came is compared with its sum. A large one is a job. */
export function useFileExport(title: string, menu: string) {
  const { open } = useNotification();
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  const [, setQuery] = useSearchParams();
  /** null: nothing is under way; 0: it is being made. */
  const [share, setShare] = useState<number | null>(null);

  async function run(address: string, format: string, filters: URLSearchParams): Promise<void> {
    setShare(0);
    try {
      const query = new URLSearchParams([...filters, ...Object.entries(fileQuery(format, i18n.language))]);
      // Lists are drawn without it.
      const { keepFile, readExport } = await loadFiles();
      const made = await readExport(`${address}?${query.toString()}`, setShare);
      if ('job_id' in made) {
        watchJob(made.job_id);
        return openJob(made.job_id);
      }
      const { name, content, sum } = made;
      keepFile(name, content);
      open?.({
        type: 'success',
        message: t('kit.export.made', { title }),
        ...(sum && { description: t('kit.export.sum', { sum }) }),
      });
    } catch (error) {
      const description = (error as Error).name === 'DamagedFile' ? t('kit.export.damaged') : errorWords(error);
      open?.({ type: 'error', message: t('kit.export.failed'), description });
    } finally {
      setShare(null);
    }
  }
  /** In the drawer over this page (pages/jobs). */
  function openJob(job: string): void {
    setQuery((current) => new URLSearchParams([...current, ['job', job]]), { preventScrollReset: true });
  }
  const said = share === null ? menu : share === 0 ? t('kit.export.making') : percentOf(share);
  function percentOf(part: number): string {
    return t('kit.export.coming', { percent: formatShare(part * 100, i18n.language) });
  }
  return { run, running: share !== null, said };
}
