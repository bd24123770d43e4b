import { useState } from 'react';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fileQuery } from '@/api/file-format';
import { watchJob } from '@/api/watched-jobs';
import { formatShare } from '@/components/format';
import { useErrorText } from '@/components/resource-labels';

const loadFiles = () => import('@/api/file-download');

/** Downloads a file in the user's language and verifies its checksum. Large exports become a background job. */
export function useFileExport(title: string, menu: string) {
  const { open } = useNotification();
  const { t, i18n } = useTranslation();
  const errorText = useErrorText();
  const [, setQuery] = useSearchParams();
  /** Share received; null: idle, 0: the server is working. */
  const [share, setShare] = useState<number | null>(null);

  async function run(address: string, format: string, filters: URLSearchParams): Promise<void> {
    setShare(0);
    try {
      const query = new URLSearchParams([...filters, ...Object.entries(fileQuery(format, i18n.language))]);
      // Loaded on demand.
      const { saveFile: keepFile, downloadExport: readExport } = await loadFiles();
      const result = await readExport(`${address}?${query.toString()}`, setShare);
      if ('job_id' in result) {
        watchJob(result.job_id);
        return openJob(result.job_id);
      }
      const { name, content, sum } = result;
      keepFile(name, content);
      open?.({
        type: 'success',
        message: t('kit.export.made', { title }),
        ...(sum && { description: t('kit.export.sum', { sum }) }),
      });
    } catch (error) {
      const description = (error as Error).name === 'DamagedFile' ? t('kit.export.damaged') : errorText(error);
      open?.({ type: 'error', message: t('kit.export.failed'), description });
    } finally {
      setShare(null);
    }
  }
  /** Opens the job drawer over the current page (features/jobs). */
  function openJob(job: string): void {
    setQuery((current) => new URLSearchParams([...current, ['job', job]]), { preventScrollReset: true });
  }
  const buttonLabel = share === null ? menu : share === 0 ? t('kit.export.making') : percentOf(share);
  function percentOf(part: number): string {
    return t('kit.export.coming', { percent: formatShare(part * 100, i18n.language) });
  }
  return { run, running: share !== null, buttonLabel };
}
