import { useState, type ReactNode } from 'react';
import { useCan, useCreate, useNotification, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { isWritable, type ResourceDefinition } from '@contract/resource';
import { dropDraft } from '@/api/drafts';
import { isAsked } from './form-rules';
import { useModule, usePlanOver, useQuota } from '../kit-context';
import { later } from '@/components/later';
import type { Row } from '../module';
import { useSubmit } from '@/components/use-submit';

/** A draft of its own: the form around it may be one of the same resource. */
const DRAFT_ID = 'new-reference';

const ResourceForm = later(() => import('./resource-form').then((part) => part.ResourceForm));

/** The field that a new row gets its name from, and whether it needs nothing else. */
function nameFieldOf({ title, fields }: ResourceDefinition): { name: string; isEnough: boolean } | null {
  const required = Object.keys(fields).filter(
    (each) => isAsked(fields[each]!, 'create') && isWritable(fields[each]!, 'create'),
  );
  const name = title.findLast((each) => fields[each]?.kind === 'text' && required.includes(each));
  return name ? { name, isEnough: required.length === 1 } : null;
}

/**
 * Makes the row that a list of references lacks: at once where its name is enough, else by its form.
 * @param onCreate gets the new row's id
 */
export function useReferenceCreate(
  resource: string,
  enabled: boolean,
  onCreate: (id: string) => void,
): { offered: boolean; creating: boolean; create: (name: string) => void; form: ReactNode } {
  const { t } = useTranslation();
  const module = useModule(resource);
  const definition = module?.definition;
  const { busy, run } = useSubmit({ toast: true });
  const { open: notify } = useNotification();
  const [typedName, setTypedName] = useState<string | null>(null);
  const can = useCan({ resource, action: 'create', queryOptions: { enabled } }).data?.can ?? false;
  const isFull = useQuota(definition)?.reached ?? false;
  const isOver = usePlanOver(definition);
  const nameField = definition && nameFieldOf(definition);
  const { mutateAsync } = useCreate<Row, HttpError, Record<string, unknown>>({
    resource,
    successNotification: false,
    errorNotification: false,
  });
  const send = (name: string) =>
    run(async () => {
      const { data } = await mutateAsync({ values: { [nameField!.name]: name } });
      notify?.({ type: 'success', message: t('kit.form.created', { name }) });
      onCreate(data.id);
    });
  const close = () => {
    dropDraft(resource, DRAFT_ID);
    setTypedName(null);
  };
  return {
    offered: enabled && can && definition?.create !== false && Boolean(nameField) && !isFull && !isOver,
    creating: busy,
    create: (name) => (nameField!.isEnough ? void send(name) : setTypedName(name)),
    form: typedName !== null && module && (
      // React events of the inner form would reach the outer one.
      <span onKeyDown={(event) => event.stopPropagation()} onBlur={(event) => event.stopPropagation()}>
        <ResourceForm
          single
          module={module}
          id="new"
          draftId={DRAFT_ID}
          preset={{ [nameField!.name]: typedName }}
          onClose={close}
          onSaved={(row) => onCreate(row.id)}
        />
      </span>
    ),
  };
}
