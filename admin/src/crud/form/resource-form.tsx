import { useEffect, useRef } from 'react';
import { Skeleton } from 'antd';
import { useOne, type HttpError } from '@refinedev/core';
import { FormBody, type FormProps } from './form-body';
import { FormFrame } from './form-frame';
import type { Row } from '../module';
import { FailedState } from '@/components/states';
import { useWords } from '@/components/words';

/** Create (`id` = `new`) or change one row, in a drawer. `onClose` changes the address; `onSaved` gets the row. */
export function ResourceForm(props: FormProps) {
  const { module, id, onClose, inPage = false } = props;
  const { definition } = module;
  const isNew = id === 'new';
  const words = useWords(definition);
  // Refine subscribes once, with what it is given first.
  const again = useRef<() => void>(() => undefined);
  const { query } = useOne<Row, HttpError>({
    resource: definition.name,
    id,
    // Of its own record alone; what becomes of it decides the form.
    liveMode: 'manual',
    onLiveEvent: ({ payload: { ids } }) => void ((!ids || ids.includes(id)) && again.current()),
    // Always the row as it is now: what was listed may be minutes old.
    queryOptions: { enabled: !isNew, gcTime: 0, staleTime: Infinity },
    errorNotification: false,
  });
  useEffect(() => {
    again.current = () => void query.refetch({ cancelRefetch: false });
  });
  const row = query.data?.data;
  const title = isNew ? words.create : row ? words.rowTitle(row) : words.one;
  // A form that is open stays, whatever becomes of reading its row again.
  if (!isNew && query.isError && !row) {
    return (
      <FormFrame inPage={inPage} title={words.one} onClose={onClose}>
        <FailedState error={query.error} retry={() => void query.refetch()} />
      </FormFrame>
    );
  }
  if (!isNew && !row) {
    return (
      <FormFrame inPage={inPage} title={words.one} onClose={onClose}>
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
