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
import { Refused } from '@/components/refused';

const REASON_MAX = 500;
/** The server asks for a reason in a dry run as well; it keeps none of it. */
const DRY_RUN_REASON = 'preview';

interface Props<A> {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  width?: number;
  /** The address of the `POST`. */
  address: string;
  /** What is sent beside the reason. */
  body?: object;
  /** Choices that the preview depends on. */
  choices?: ReactNode;
  /** What comes of it. */
  preview: (answer: A) => ReactNode;
  /** Whether there is anything to confirm. Left out: always. */
  changesAny?: (answer: A) => boolean;
  /** Says that it is done. */
  done: (answer: A) => string;
  /** The resources whose rows it changes. */
  writes: readonly string[];
  onClose: () => void;
}

/** A correction by an admin: shows by a dry run what comes of it, or why it is refused, before it is confirmed with a reason. */
export function CorrectionDialog<A>(props: Props<A>) {
  const { title, text, action, danger = false, width = 480, address, body, writes, onClose } = props;
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const invalidate = useInvalidate();
  const [form] = Form.useForm<{ reason: string }>();
  const dryRun = useQuery<A, ApiError>({
    queryKey: dataKey('dry-run', address, body),
    queryFn: async ({ signal }) => {
      const tried = { ...body, reason: DRY_RUN_REASON };
      return (await http.post<A>(address, tried, { ...DRY_RUN, signal })).data;
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { data, error, isFetching } = dryRun;
  const isConfirmable = data !== undefined && !error && (props.changesAny?.(data) ?? true);

  const send = async ({ reason }: { reason: string }) => {
    const answer = (await http.post<A>(address, { ...body, reason: reason.trim() })).data;
    for (const resource of writes) void invalidate({ resource, invalidates: ['resourceAll'] });
    notify?.({ type: 'success', message: props.done(answer) });
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
        {error && <Refused refusal={{ error, rest: [] }} />}
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
