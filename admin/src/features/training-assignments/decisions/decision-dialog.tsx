import { useState } from 'react';
import { Alert, Form, Input, Modal, Skeleton } from 'antd';
import type { Dayjs } from 'dayjs';
import { useMany, useNotification, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { AssignmentState, TrainingAssignmentRow } from '@contract/training-assignments.resource';
import { http } from '@/api/http';
import { useFullMe } from '@/api/me';
import { DatePicker, useReadableDay } from '@/components/date-picker';
import { dayjs, todayIn } from '@/components/dates';
import { useErrorWords } from '@/components/words';

const REASON_MAX = 500;

/** Which states a decision is about. */
const ABOUT = {
  extend: ['assigned', 'in_progress'],
  waive: ['assigned', 'in_progress', 'failed'],
  resume: ['waived'],
} as const satisfies Record<string, readonly AssignmentState[]>;
type Decision = keyof typeof ABOUT;

interface Values {
  due_on?: Dayjs;
  reason?: string;
}
interface Props {
  ids: readonly string[];
  onClose: (done: boolean) => void;
}

/** How many it is about is counted before it is decided; each decision has a reason that stays with it. */
function DecisionDialog({ decision, ids, onClose }: Props & { decision: Decision }) {
  const { t } = useTranslation();
  const readableDay = useReadableDay();
  const { open: notify } = useNotification();
  const errorWords = useErrorWords();
  const [form] = Form.useForm<Values>();
  const zone = useFullMe().data?.time_zone;
  const { busy, error, problem, run } = useSubmit();
  // The dialog is about the rows that were selected when it opened.
  const [opened] = useState(ids);
  const { query: counted } = useMany<TrainingAssignmentRow, HttpError>({
    resource: 'training-assignments',
    ids: [...opened],
    errorNotification: false,
    queryOptions: { gcTime: 0 },
  });
  const about: readonly AssignmentState[] = ABOUT[decision];
  const count = counted.data?.data.filter(({ state }) => about.includes(state)).length;
  const today = dayjs(todayIn(zone));

  const decide = ({ due_on, reason }: Values) =>
    run(async () => {
      const { data } = await http.post<{ changed?: number; extended?: number }>(
        `/api/training-assignments/${decision}`,
        {
          assignment_id: opened,
          reason: reason?.trim() || null,
          ...(due_on && { due_on: due_on.format('YYYY-MM-DD') }),
        },
      );
      const done = data.changed ?? data.extended ?? 0;
      notify?.({ type: 'success', message: t(`assignment_decisions.${decision}.done`, { count: done }) });
      onClose(true);
    });
  const refusal = problem && [problem, ...Object.values(error?.errors ?? {}).flat()].join(' ');

  return (
    <Modal
      open
      width={480}
      title={t(`assignment_decisions.${decision}.title`, { count: count ?? 0 })}
      okText={t(`assignment_decisions.${decision}.action`)}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: !count, loading: busy }}
      onOk={form.submit}
      onCancel={() => onClose(false)}
    >
      <div className="kit-form sg-stack sg-gap-16">
        {(refusal || counted.isError) && (
          <Alert type="error" showIcon role="alert" message={refusal ?? errorWords(counted.error)} />
        )}
        {counted.isLoading && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {count !== undefined && count < opened.length && (
          <p>{t('assignment_decisions.others', { count: opened.length - count })}</p>
        )}
        {count !== undefined && count > 0 && (
          <>
            <p>{t(`assignment_decisions.${decision}.text`)}</p>
            <Form form={form} layout="vertical" requiredMark="optional" onFinish={(values) => void decide(values)}>
              {decision === 'extend' && (
                <Form.Item
                  name="due_on"
                  label={t('assignment_decisions.due_on')}
                  rules={[{ required: true, message: t('assignment_decisions.due_on_required') }, readableDay]}
                >
                  <DatePicker className="sg-wide" minDate={today} />
                </Form.Item>
              )}
              <Form.Item
                name="reason"
                label={t('assignment_decisions.reason')}
                rules={
                  decision === 'resume'
                    ? []
                    : [{ required: true, whitespace: true, message: t('assignment_decisions.reason_required') }]
                }
              >
                <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={REASON_MAX} />
              </Form.Item>
            </Form>
          </>
        )}
      </div>
    </Modal>
  );
}

export const ExtendDialog = (props: Props) => <DecisionDialog decision="extend" {...props} />;
export const WaiveDialog = (props: Props) => <DecisionDialog decision="waive" {...props} />;
export const ResumeDialog = (props: Props) => <DecisionDialog decision="resume" {...props} />;
