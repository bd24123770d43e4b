import { useState } from 'react';
import { Alert, Button, Modal } from 'antd';
import { RedoOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import { readViewing } from '@/api/viewing';
import { watchJob } from '@/api/watched-jobs';
import { currentRole } from '@/api/who';
import { formatInstant } from '@/components/format';
import { useMe, useReading } from '@/crud/kit-context';
import { useErrorWords } from '@/components/words';
import { mayCancel, mayRetry, mayUndo, type Job } from './job';

type Command = 'cancel' | 'undo' | 'retry';

/** An organisation stops its own, and takes back what they did; platform staff try again what was given up. */
export function JobCommands({ job }: { job: Job }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const { over } = useReading();
  const errorWords = useErrorWords();
  const invalidate = useInvalidate();
  const [asking, ask] = useState<'cancel' | 'undo' | null>(null);
  const [running, setRunning] = useState<Command | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const role = currentRole();

  async function run(command: Command): Promise<void> {
    setRunning(command);
    setProblem(null);
    try {
      await http.post(`/api/jobs/${encodeURIComponent(job.job_id)}/${command}`);
      if (command === 'undo') watchJob(job.job_id);
    } catch (error) {
      setProblem(error);
    } finally {
      setRunning(null);
      ask(null);
      // Also of a refusal: it has come further than is seen here.
      void invalidate({ resource: 'jobs', invalidates: ['resourceAll'] });
    }
  }
  return (
    <div className="sg-stack sg-gap-8">
      {problem !== null && <Alert type="error" showIcon role="alert" message={errorWords(problem)} />}
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
        {role === 'platform' && !readViewing() && mayRetry(job) && (
          <Button icon={<RedoOutlined aria-hidden />} loading={running === 'retry'} onClick={() => void run('retry')}>
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
          confirmLoading={running === asking}
          onOk={() => void run(asking)}
          onCancel={() => ask(null)}
        >
          <p>{t(job.kind === 'export' ? 'jobs.export.cancel' : `jobs.${asking}.text`)}</p>
        </Modal>
      )}
    </div>
  );
}
