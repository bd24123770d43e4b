import { useState } from 'react';
import { Alert, Button, Modal } from 'antd';
import { RedoOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import { useSession } from '@/api/use-session';
import { watchJob } from '@/api/watched-jobs';
import { formatInstant } from '@/components/format';
import { useAccount, useCellContext } from '@/crud/crud-context';
import { useSubmit } from '@/components/use-submit';
import { mayCancel, mayRetry, mayUndo, type Job } from './job';

type Command = 'cancel' | 'undo' | 'retry';

/** Customers cancel and undo their own jobs; platform staff retry failed ones. */
export function JobCommands({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const { isPlanExpired } = useCellContext();
  const invalidate = useInvalidate();
  const [confirmedCommand, setConfirmedCommand] = useState<'cancel' | 'undo' | null>(null);
  const { busy, problem, run } = useSubmit();
  const { role, impersonation } = useSession();

  async function send(command: Command): Promise<void> {
    await run(async () => {
      await http.post(`/api/jobs/${encodeURIComponent(job.job_id)}/${command}`);
      if (command === 'undo') watchJob(job.job_id);
    });
    setConfirmedCommand(null);
    // Also after an error: the job has probably progressed further than shown.
    void invalidate({ resource: 'jobs', invalidates: ['resourceAll'] });
  }
  return (
    <div className="sg-stack sg-gap-8">
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <div className="sg-row sg-wrap sg-gap-12">
        {role !== 'platform' && mayCancel(job) && (
          <Button icon={<StopOutlined aria-hidden />} onClick={() => setConfirmedCommand('cancel')}>
            {t('jobs.cancel.action')}
          </Button>
        )}
        {role === 'admin' && mayUndo(job, Date.now()) && (
          <>
            <Button
              icon={<UndoOutlined aria-hidden />}
              disabled={isPlanExpired}
              title={isPlanExpired ? t('kit.plan_over') : undefined}
              onClick={() => setConfirmedCommand('undo')}
            >
              {t('jobs.undo.action')}
            </Button>
            <span className="sg-small sg-soft">
              {t('jobs.undo.until', { at: formatInstant(job.undo_until!, i18n.language, time_zone) })}
            </span>
          </>
        )}
        {role === 'platform' && !impersonation && mayRetry(job) && (
          <Button icon={<RedoOutlined aria-hidden />} loading={busy} onClick={() => void send('retry')}>
            {t('jobs.commands.retry.label')}
          </Button>
        )}
      </div>
      {confirmedCommand && (
        <Modal
          open
          title={t(`jobs.${confirmedCommand}.title`)}
          okText={t(`jobs.${confirmedCommand}.action`)}
          cancelText={t(confirmedCommand === 'cancel' ? 'jobs.cancel.no' : 'kit.cancel')}
          confirmLoading={busy}
          onOk={() => void send(confirmedCommand)}
          onCancel={() => setConfirmedCommand(null)}
        >
          <p>{t(job.kind === 'export' ? 'jobs.export.cancel' : `jobs.${confirmedCommand}.text`)}</p>
        </Modal>
      )}
    </div>
  );
}
