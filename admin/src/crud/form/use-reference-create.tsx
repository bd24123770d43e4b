import { useState, type ReactNode } from 'react';
import { useCan, useCreate, useNotification, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { isWritable, type ResourceDefinition } from '@contract/resource';
import { deleteDraft } from '@/api/drafts';
import { isRequired } from './form-rules';
import { useModule, useIsPlanExpired, useQuota } from '../crud-context';
import { lazyComponent } from '@/components/lazy-component';
import type { Row } from '../resource-module';
import { useSubmit } from '@/components/use-submit';

/** Separate from the draft of the outer form, which may have the same resource. */
const DRAFT_ID = 'new-reference';

const ResourceForm = lazyComponent(() => import('./resource-form').then((part) => part.ResourceForm));

/** The field that takes the typed name, and whether no other field is required. */
function findNameField({ title, fields }: ResourceDefinition): { name: string; isEnough: boolean } | null {
  const required = Object.keys(fields).filter(
    (each) => isRequired(fields[each]!, 'create') && isWritable(fields[each]!, 'create'),
  );
  const name = title.findLast((each) => fields[each]?.kind === 'text' && required.includes(each));
  return name ? { name, isEnough: required.length === 1 } : null;
}

/**
 * Creates a missing row from a reference select: directly if the name is sufficient, else by its form.
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
  const canCreate = useCan({ resource, action: 'create', queryOptions: { enabled } }).data?.can ?? false;
  const isFull = useQuota(definition)?.reached ?? false;
  const isPlanExpired = useIsPlanExpired(definition);
  const nameField = definition && findNameField(definition);
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
    deleteDraft(resource, DRAFT_ID);
    setTypedName(null);
  };
  return {
    offered: enabled && canCreate && definition?.create !== false && Boolean(nameField) && !isFull && !isPlanExpired,
    creating: busy,
    create: (name) => (nameField!.isEnough ? void send(name) : setTypedName(name)),
    form: typedName !== null && module && (
      // React events of the inner form would bubble to the outer form.
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
