import { useState } from 'react';
import { Alert, Form, Input, Modal, Skeleton } from 'antd';
import type { Dayjs } from 'dayjs';
import { useMany, useNotification, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { AssignmentState, TrainingAssignmentRow } from '@contract/training-assignments.resource';
import { http } from '@/api/http';
import { useAccountQuery } from '@/api/account';
import { DatePicker, useReadableDay } from '@/components/date-picker';
import { dayjs, todayIn } from '@/components/dates';
import { useErrorText } from '@/components/resource-labels';

const REASON_MAX = 500;

/** The assignment states that each decision applies to. */
const DECIDABLE_STATES = {
  extend: ['assigned', 'in_progress'],
  waive: ['assigned', 'in_progress', 'failed'],
  resume: ['waived'],
} as const satisfies Record<string, readonly AssignmentState[]>;
type Decision = keyof typeof DECIDABLE_STATES;

interface DecisionValues {
  due_on?: Dayjs;
  reason?: string;
}
interface DecisionDialogProps {
  ids: readonly string[];
  onClose: (done: boolean) => void;
}

/** Shows the number of affected assignments before the decision; the reason is stored with it. */
function DecisionDialog({ decision, ids, onClose }: DecisionDialogProps & { decision: Decision }) {
  const { t } = useTranslation();
  const readableDay = useReadableDay();
  const { open: notify } = useNotification();
  const errorText = useErrorText();
  const [form] = Form.useForm<DecisionValues>();
  const timeZone = useAccountQuery().data?.time_zone;
  const { busy, error, problem, run } = useSubmit();
  // Keeps the rows that were selected when the dialog opened.
  const [initialIds] = useState(ids);
  const { query: assignmentsQuery } = useMany<TrainingAssignmentRow, HttpError>({
    resource: 'training-assignments',
    ids: [...initialIds],
    errorNotification: false,
    queryOptions: { gcTime: 0 },
  });
  const decidableStates: readonly AssignmentState[] = DECIDABLE_STATES[decision];
  const count = assignmentsQuery.data?.data.filter(({ state }) => decidableStates.includes(state)).length;
  const today = dayjs(todayIn(timeZone));

  const submitDecision = ({ due_on, reason }: DecisionValues) =>
    run(async () => {
      const { data } = await http.post<{ changed?: number; extended?: number }>(
        `/api/training-assignments/${decision}`,
        {
          assignment_id: initialIds,
          reason: reason?.trim() || null,
          ...(due_on && { due_on: due_on.format('YYYY-MM-DD') }),
        },
      );
      const changedCount = data.changed ?? data.extended ?? 0;
      notify?.({ type: 'success', message: t(`assignment_decisions.${decision}.done`, { count: changedCount }) });
      onClose(true);
    });
  const errorMessage = problem && [problem, ...Object.values(error?.errors ?? {}).flat()].join(' ');

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
        {(errorMessage || assignmentsQuery.isError) && (
          <Alert type="error" showIcon role="alert" message={errorMessage ?? errorText(assignmentsQuery.error)} />
        )}
        {assignmentsQuery.isLoading && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {count !== undefined && count < initialIds.length && (
          <p>{t('assignment_decisions.others', { count: initialIds.length - count })}</p>
        )}
        {count !== undefined && count > 0 && (
          <>
            <p>{t(`assignment_decisions.${decision}.text`)}</p>
            <Form
              form={form}
              layout="vertical"
              requiredMark="optional"
              onFinish={(values) => void submitDecision(values)}
            >
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

export const ExtendDialog = (props: DecisionDialogProps) => <DecisionDialog decision="extend" {...props} />;
export const WaiveDialog = (props: DecisionDialogProps) => <DecisionDialog decision="waive" {...props} />;
export const ResumeDialog = (props: DecisionDialogProps) => <DecisionDialog decision="resume" {...props} />;
