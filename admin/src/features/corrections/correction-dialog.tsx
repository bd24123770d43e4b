import type { ReactNode } from 'react';
import { Form, Input, Skeleton, Spin } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '@/api/api-error';
import { http } from '@/api/http';
import { dataKey } from '@/api/query-keys';
import { DRY_RUN } from '@/crud/form/change-effects';
import { FormDialog } from '@/crud/form/form-dialog';
import { ErrorAlert } from '@/components/error-alert';

const REASON_MAX = 500;
/** The server requires a reason even in a dry run, but does not store it. */
const DRY_RUN_REASON = 'preview';

interface CorrectionDialogProps<A> {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  width?: number;
  /** URL path of the `POST`. */
  path: string;
  /** Sent in addition to the reason. */
  body?: object;
  /** Choices that the preview depends on. */
  choices?: ReactNode;
  /** Renders the result of the dry run. */
  preview: (answer: A) => ReactNode;
  /** Whether there is anything to confirm; defaults to true. */
  hasChanges?: (answer: A) => boolean;
  successMessage: (answer: A) => string;
  /** Resources to invalidate afterwards. */
  writtenResources: readonly string[];
  onClose: () => void;
}

/** An admin's correction: a dry run shows the effects or the error before it is confirmed with a reason. */
export function CorrectionDialog<A>(props: CorrectionDialogProps<A>) {
  const { title, text, action, danger = false, width = 480, path, body, writtenResources, onClose } = props;
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const invalidate = useInvalidate();
  const [form] = Form.useForm<{ reason: string }>();
  const dryRun = useQuery<A, ApiError>({
    queryKey: dataKey('dry-run', path, body),
    queryFn: async ({ signal }) => {
      const dryRunBody = { ...body, reason: DRY_RUN_REASON };
      return (await http.post<A>(path, dryRunBody, { ...DRY_RUN, signal })).data;
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { data, error, isFetching } = dryRun;
  const isConfirmable = data !== undefined && !error && (props.hasChanges?.(data) ?? true);

  const send = async ({ reason }: { reason: string }) => {
    const answer = (await http.post<A>(path, { ...body, reason: reason.trim() })).data;
    for (const resource of writtenResources) void invalidate({ resource, invalidates: ['resourceAll'] });
    notify?.({ type: 'success', message: props.successMessage(answer) });
    onClose();
  };

  return (
    <FormDialog
      form={form}
      title={title}
      width={width}
      save={{ children: action, danger, disabled: !isConfirmable || isFetching }}
      requiredMark="optional"
      send={send}
      onClose={onClose}
    >
      <div className="sg-stack sg-gap-16 sg-mb-16">
        <p>{text}</p>
        {props.choices}
        {error && <ErrorAlert refusal={{ error, rest: [] }} />}
        {!error && !data && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {!error && data && <Spin spinning={isFetching}>{props.preview(data)}</Spin>}
      </div>
      {isConfirmable && (
        <Form.Item
          name="reason"
          label={t('corrections.reason')}
          rules={[{ required: true, whitespace: true, message: t('corrections.reason_required') }]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={REASON_MAX} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
