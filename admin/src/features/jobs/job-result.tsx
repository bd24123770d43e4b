import { Alert, Button } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { DamagedFileError, saveFile } from '@/api/file-download';
import { formatCount, formatInstant, formatMegabytes, MEGABYTE } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { useSubmit } from '@/components/use-submit';
import type { Job } from './job';
import { fetchJobFile } from './fetch-job-file';

/** The job's file: name, size, checksum, and a download while it is stored. */
export function JobResult({ job, result }: { job: Job; result: NonNullable<Job['result']> }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const { open: notify } = useNotification();
  const { busy: isDownloading, error, problem, run } = useSubmit();
  const { file_name, bytes, rows, sha256, is_kept } = result;

  const download = () =>
    run(async () => {
      const content = await fetchJobFile(job.job_id, result);
      if (!content) return;
      saveFile(file_name, content);
      const description = t('kit.export.sum', { sum: sha256 });
      notify?.({ type: 'success', message: t('kit.export.made', { title: file_name }), description });
    });
  const size = formatMegabytes(Math.max(0.1, bytes / MEGABYTE), i18n.language);
  return (
    <section className="sg-stack sg-gap-12" aria-label={t('jobs.export.title')}>
      <div>
        <bdi className="sg-semi sg-any">{file_name}</bdi>
        <p className="sg-small sg-soft">
          {size} · {t('jobs.export.rows', { rows: formatCount(rows, i18n.language) })}
        </p>
        <p className="sg-small sg-soft sg-any">{t('kit.export.sum', { sum: sha256 })}</p>
      </div>
      {problem && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={error instanceof DamagedFileError ? t('kit.export.damaged') : problem}
        />
      )}
      {is_kept ? (
        <div className="sg-row sg-wrap sg-gap-12">
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            loading={isDownloading}
            onClick={() => void download()}
          >
            {t(isDownloading ? 'jobs.export.fetching' : 'jobs.export.download')}
          </Button>
          {job.result_until && (
            <span className="sg-small sg-soft">
              {t('jobs.export.until', { at: formatInstant(job.result_until, i18n.language, time_zone) })}
            </span>
          )}
        </div>
      ) : (
        <p>{t('jobs.export.gone')}</p>
      )}
    </section>
  );
}
