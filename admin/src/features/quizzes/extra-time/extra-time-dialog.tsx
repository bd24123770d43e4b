import { Form, Input } from 'antd';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { SetExtraTimeResponse, ExtraTimeRow } from '@contract/extra-time.responses';
import { EXTRA_MINUTES_MAX, type QuizRow } from '@contract/quizzes.resource';
import { http } from '@/api/http';
import { FormDialog } from '@/crud/form/form-dialog';
import { formatMinutes } from '@/components/format';
import { useRowNames } from '@/crud/row-names';
import { NumberInput } from '@/components/number-input';
import { ReferenceSelect } from '@/crud/form/reference-select';

const REASON_MAX = 500;
const DEFAULT_MINUTES = 30;

interface ExtraTimeValues {
  staff_id: string;
  minutes: number;
  reason: string;
}

/** Grants or changes extra time. @param row the grant to change; null lets the user choose a person */
export function ExtraTimeDialog(props: {
  quiz: QuizRow;
  row: ExtraTimeRow | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const { quiz, row, onClose, onDone } = props;
  const { t, i18n } = useTranslation();
  const { open: notify } = useNotification();
  const [form] = Form.useForm<ExtraTimeValues>();
  const staffId = Form.useWatch('staff_id', form) ?? row?.staff_id;
  const names = useRowNames('staff', staffId ? [staffId] : []);
  const send = async (values: ExtraTimeValues) => {
    const body = { ...values, reason: values.reason.trim() };
    await http.post<SetExtraTimeResponse>(`/api/quizzes/${quiz.id}/extra-time`, body);
    const minutes = formatMinutes(values.minutes, i18n.language);
    notify?.({ type: 'success', message: t('extra_time.done', { name: names.get(values.staff_id) ?? '', minutes }) });
    onDone();
  };
  return (
    <FormDialog
      form={form}
      title={t('extra_time.dialog')}
      width={480}
      save={{ children: t('extra_time.save') }}
      requiredMark="optional"
      initialValues={row ? { ...row } : { minutes: DEFAULT_MINUTES }}
      onClose={onClose}
      send={send}
    >
      <Form.Item
        name="staff_id"
        label={t('extra_time.person')}
        rules={[{ required: true, message: t('extra_time.person_required') }]}
      >
        <ReferenceSelect resource="staff" clearable={false} disabled={row !== null} />
      </Form.Item>
      <Form.Item
        name="minutes"
        label={t('extra_time.minutes')}
        extra={t('extra_time.minutes_help', { limit: formatMinutes(quiz.time_limit_minutes ?? 0, i18n.language) })}
        rules={[{ required: true, message: t('field_errors.whole') }]}
      >
        <NumberInput min={1} max={EXTRA_MINUTES_MAX} precision={0} />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('extra_time.reason')}
        rules={[{ required: true, whitespace: true, message: t('extra_time.reason_required') }]}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={REASON_MAX} />
      </Form.Item>
    </FormDialog>
  );
}
