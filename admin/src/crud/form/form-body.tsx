import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert, Form } from 'antd';
import { useForm, useNotification, type HttpError } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getInitialValues, buildCreateBody, writableFieldNames, type Values } from '@/api/record-values';
import { http } from '@/api/http';
import { ACCOUNT_KEY } from '@/api/account';
import { DRY_RUN, useEffectsDialog, type ChangeEffects } from './change-effects';
import { sectionsOf, type WriteMode } from './field-items';
import { FormFooter } from './form-footer';
import { FormFrame } from './form-frame';
import { focusFirstField, handleSaveKeys, useFocusFirstField } from './form-keys';
import { FormSections } from './form-sections';
import { useLeaveGuard } from '@/components/leave-guard';
import type { ResourceModule, Row } from '../resource-module';
import { useRecordForm, type Versioned } from './use-record-form';
import { ErrorAlert } from '@/components/error-alert';
import { useResourceLabels } from '@/components/resource-labels';

export interface FormProps {
  module: ResourceModule;
  id: string;
  /** Absent only with `inPage`: the form then stays after saving and follows changes of the row. */
  onClose?: () => void;
  /** @param stays the form stays open for another new row */
  onSaved?: (row: Row, stays: boolean) => void;
  /** Hides "create another". */
  single?: boolean;
  /** Draft key next to the resource name; defaults to the row id. */
  draftId?: string;
  /** Initial values of a new row besides the definition's. */
  preset?: Values;
  /** In the page instead of a drawer. */
  inPage?: boolean;
}

/** The form of a record: changes, saving, conflicts and drafts. */
export function FormBody(props: FormProps & { title: string; row: Row | undefined; reload: () => Promise<Row> }) {
  const { module, id, title, onClose, onSaved, inPage = false, single = false, draftId = id } = props;
  const { definition } = module;
  const when: WriteMode = props.row ? 'change' : 'create';
  const isNew = when === 'create';
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const client = useQueryClient();
  const { open: notify } = useNotification();
  const effects = useEffectsDialog();
  const [form] = Form.useForm<Values>();
  const bodyRef = useRef<HTMLDivElement>(null);
  const addsAnother = useRef(false);
  const [initialRecord] = useState(() => props.row ?? { ...getInitialValues(definition), ...props.preset });
  // ResourceForm reads the row: antd's useForm would overwrite the input with a reloaded row.
  const { onFinish: send } = useForm<Row, HttpError, Values>({
    resource: definition.name,
    action: isNew ? 'create' : 'edit',
    ...(!isNew && { id }),
    queryOptions: { enabled: false },
    mutationMode: 'pessimistic',
    invalidates: ['resourceAll'],
    redirect: false,
    errorNotification: false,
    successNotification: false,
  });
  const record = useRecordForm<Values & Versioned, Values>(form, {
    name: definition.name,
    id: draftId,
    record: initialRecord,
    reload: props.reload,
    fields: writableFieldNames(definition, when),
    label: labels.field,
    save: async (version, changes) => {
      const stays = addsAnother.current;
      addsAnother.current = false;
      const dryRun = () =>
        http.patch<ChangeEffects>(`/api/${definition.name}/${id}`, { ...changes, ...version }, DRY_RUN);
      if (!isNew && module.hasEffects && !(await effects.confirm(dryRun))) return;
      const answer = await send(
        isNew ? buildCreateBody(definition, form.getFieldsValue(true) as Values) : { ...changes, ...version },
      );
      if (!answer) return;
      if (definition.quota) void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      const name = labels.rowTitle(answer.data);
      notify?.({ type: 'success', message: t(isNew ? 'kit.form.created' : 'kit.form.saved', { name }) });
      if (stays) {
        onSaved?.(answer.data, true);
        focusFirstField(bodyRef.current);
        return initialRecord;
      }
      if (onClose) {
        release();
        onClose();
      }
      // Called last: it may navigate, and closing changes the current address.
      onSaved?.(answer.data, false);
      return answer.data;
    },
  });
  const { dirty } = record;
  const { dialog: leaveDialog, release } = useLeaveGuard(dirty, record.discardDraft);

  const isNewer = (row: Row): boolean => (row.row_version ?? 0) > (record.baseRecord.row_version ?? 0);
  const isOvertaken =
    dirty && !record.sending && !record.isConflictOpen && props.row !== undefined && isNewer(props.row);

  // A form in a page takes the focus only if it was opened for a new row.
  useFocusFirstField(bodyRef, isNew || !inPage);

  // The row was changed by another user, or by a button next to the form (Publish, a new video). An untouched form
  // shows the new values. In a form that stays, typed values are kept on top if they concern other fields.
  const handleRowUpdate = useEffectEvent((row: Row | undefined) => {
    if (record.sending || !row || !isNewer(row)) return;
    const ownChanges = record.changes();
    const isDisjoint = !record.changedFieldsIn(row).some((name) => name in ownChanges);
    if (!dirty || (!onClose && isDisjoint)) record.fill(row, ownChanges);
  });
  useEffect(() => handleRowUpdate(props.row), [props.row]);

  function addAnother(): void {
    addsAnother.current = true;
    form.submit();
  }

  function showFailed(): void {
    addsAnother.current = false;
    bodyRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  return (
    <FormFrame
      inPage={inPage}
      title={title}
      onClose={onClose}
      footer={
        <FormFooter
          {...{ isNew, dirty }}
          saving={record.sending}
          reviewConflict={isOvertaken ? record.review : undefined}
          cancel={onClose}
          discard={isNew ? undefined : record.discard}
          save={form.submit}
          addAnother={isNew && !single ? addAnother : undefined}
        />
      }
    >
      <div
        className="kit-form sg-stack sg-gap-16"
        ref={bodyRef}
        onKeyDown={(event) => handleSaveKeys(event, form.submit)}
      >
        {record.restored && <Alert type="info" showIcon message={t('kit.form.draft')} />}
        <ErrorAlert refusal={record.refusal} />
        {record.takenOver}
        <Form {...record.formProps} layout="vertical" requiredMark onFinishFailed={showFailed} scrollToFirstError>
          <FormSections {...{ module, when }} sections={sectionsOf(definition, when)} />
          {/* Makes Enter in a text field submit the form. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </Form>
      </div>
      {leaveDialog}
      {effects.dialog}
      {record.conflict}
    </FormFrame>
  );
}
