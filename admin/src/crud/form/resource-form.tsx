import { useEffect, useRef } from 'react';
import { Skeleton } from 'antd';
import { useOne, type HttpError } from '@refinedev/core';
import { FormBody, type FormProps } from './form-body';
import { FormFrame } from './form-frame';
import type { Row } from '../resource-module';
import { FailedState } from '@/components/state-panels';
import { useResourceLabels } from '@/components/resource-labels';

/** Form to create (`id` = `new`) or change a row, in a drawer. */
export function ResourceForm(props: FormProps) {
  const { module, id, onClose, inPage = false } = props;
  const { definition } = module;
  const isNew = id === 'new';
  const labels = useResourceLabels(definition);
  // Refine keeps the first callback, so it goes through a ref.
  const refetchRef = useRef<() => void>(() => undefined);
  const { query } = useOne<Row, HttpError>({
    resource: definition.name,
    id,
    // Manual: only events of this record matter, and FormBody decides what happens to the input.
    liveMode: 'manual',
    onLiveEvent: ({ payload: { ids } }) => void ((!ids || ids.includes(id)) && refetchRef.current()),
    // Always reads the current row; the list may be outdated.
    queryOptions: { enabled: !isNew, gcTime: 0, staleTime: Infinity },
    errorNotification: false,
  });
  useEffect(() => {
    refetchRef.current = () => void query.refetch({ cancelRefetch: false });
  });
  const row = query.data?.data;
  const title = isNew ? labels.create : row ? labels.rowTitle(row) : labels.singular;
  // An open form stays if a reload fails.
  if (!isNew && query.isError && !row) {
    return (
      <FormFrame inPage={inPage} title={labels.singular} onClose={onClose}>
        <FailedState error={query.error} retry={() => void query.refetch()} />
      </FormFrame>
    );
  }
  if (!isNew && !row) {
    return (
      <FormFrame inPage={inPage} title={labels.singular} onClose={onClose}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </FormFrame>
    );
  }
  return (
    <FormBody
      key={id}
      {...props}
      title={title}
      row={row}
      reload={async () => (await query.refetch({ throwOnError: true })).data!.data}
    />
  );
}
