import { Button, Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ImportResponse } from '@contract/import.responses';
import { LinkButton } from '@/components/link-button';
import type { ResourceModule } from '@/crud/resource-module';
import { formatCount } from '@/components/format';
import { changeCount, isOpen } from '@/features/jobs/job';
import { useJob, useRefreshWrittenResources } from '@/features/jobs/use-jobs';
import { ImportedRows } from './imported-rows';

/** Shows the background job of the import and the rows that were left out. The job's drawer offers undo. */
export function DoneStep(props: { module: ResourceModule; file: ImportResponse; onRestart: () => void }) {
  const { module, file, onRestart } = props;
  const { t, i18n } = useTranslation();
  const [, setQuery] = useSearchParams();
  const { query } = useJob(file.job_id!);
  const job = query.data?.data;
  useRefreshWrittenResources(job ? [job] : []);
  const openJob = () => setQuery({ file: file.import_id, step: 'done', job: file.job_id! });
  if (query.isLoading) return <Skeleton active paragraph={{ rows: 4 }} />;
  const isRunning = isOpen(job);
  return (
    <Flex vertical gap={24} className="imp-column">
      <Flex component="section" vertical gap={12} className="sg-card">
        <p role="status">
          {job && !isRunning && job.state !== 'done'
            ? t(`jobs.said.${job.state}`, { shown: formatCount(changeCount(job), i18n.language) })
            : t(isRunning ? 'import.done.begun' : 'import.done.ended')}
        </p>
        {job?.state === 'done' && job.undo_until && <p className="sg-soft">{t('import.done.undo')}</p>}
        <Flex wrap gap={8}>
          <Button type="primary" onClick={openJob}>
            {t('import.done.job')}
          </Button>
          <Button onClick={onRestart}>{t('import.done.again')}</Button>
          <LinkButton to={module.route}>{t('import.list')}</LinkButton>
        </Flex>
      </Flex>
      {job && !isRunning && job.left_out > 0 && (
        <ImportedRows definition={module.definition} file={file} title={t('import.done.left')} resultKey={job.state} />
      )}
    </Flex>
  );
}
