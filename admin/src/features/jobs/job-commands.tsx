import { useState } from 'react';
import { Alert, Button, Modal } from 'antd';
import { RedoOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import { useSession } from '@/api/use-session';
import { watchJob } from '@/api/watched-jobs';
import { formatInstant } from '@/components/format';
import { useMe, useReading } from '@/crud/kit-context';
import { useSubmit } from '@/components/use-submit';
import { mayCancel, mayRetry, mayUndo, type Job } from './job';

type Command = 'cancel' | 'undo' | 'retry';

/** An organisation stops its own, and takes back what they did; platform staff try again what was given up. */
export function JobCommands({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const { over } = useReading();
  const invalidate = useInvalidate();
  const [asking, ask] = useState<'cancel' | 'undo' | null>(null);
  const { busy, problem, run } = useSubmit();
  const { role, viewing } = useSession();

  async function send(command: Command): Promise<void> {
    await run(async () => {
      await http.post(`/api/jobs/${encodeURIComponent(job.job_id)}/${command}`);
      if (command === 'undo') watchJob(job.job_id);
    });
    ask(null);
    // Also of a refusal: it has come further than is seen here.
    void invalidate({ resource: 'jobs', invalidates: ['resourceAll'] });
  }
  return (
    <div className="sg-stack sg-gap-8">
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <div className="sg-row sg-wrap sg-gap-12">
        {role !== 'platform' && mayCancel(job) && (
          <Button icon={<StopOutlined aria-hidden />} onClick={() => ask('cancel')}>
            {t('jobs.cancel.action')}
          </Button>
        )}
        {role === 'admin' && mayUndo(job, Date.now()) && (
          <>
            <Button
              icon={<UndoOutlined aria-hidden />}
              disabled={over}
              title={over ? t('kit.plan_over') : undefined}
              onClick={() => ask('undo')}
            >
              {t('jobs.undo.action')}
            </Button>
            <span className="sg-small sg-soft">
              {t('jobs.undo.until', { at: formatInstant(job.undo_until!, i18n.language, time_zone) })}
            </span>
          </>
        )}
        {role === 'platform' && !viewing && mayRetry(job) && (
          <Button icon={<RedoOutlined aria-hidden />} loading={busy} onClick={() => void send('retry')}>
            {t('jobs.commands.retry.label')}
          </Button>
        )}
      </div>
      {asking && (
        <Modal
          open
          title={t(`jobs.${asking}.title`)}
          okText={t(`jobs.${asking}.action`)}
          cancelText={t(asking === 'cancel' ? 'jobs.cancel.no' : 'kit.cancel')}
          confirmLoading={busy}
          onOk={() => void send(asking)}
          onCancel={() => ask(null)}
        >
          <p>{t(job.kind === 'export' ? 'jobs.export.cancel' : `jobs.${asking}.text`)}</p>
        </Modal>
      )}
    </div>
  );
}
