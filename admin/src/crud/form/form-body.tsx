import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Alert, Form } from 'antd';
import { useForm, useNotification, type HttpError } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { beginningOf, createdFrom, writableNames, type Values } from '@/api/changes';
import { http } from '@/api/http';
import { ME_KEY } from '@/api/me';
import { DRY_RUN, useEffectsDialog, type ChangeEffects } from './change-effects';
import { sectionsOf, type When } from './field-items';
import { FormFooter } from './form-footer';
import { FormFrame } from './form-frame';
import { focusFirstField, saveKeys, useFirstField } from './form-keys';
import { FormSections } from './form-sections';
import { useLeaveGuard } from '@/components/leave-guard';
import type { ResourceModule, Row } from '../module';
import { useRecordForm, type Versioned } from './record-form';
import { Refused } from '@/components/refused';
import { useWords } from '@/components/words';

export interface FormProps {
  module: ResourceModule;
  id: string;
  /** Absent only `inPage`: the form stays after saving, and follows the row when something else changes it. */
  onClose?: () => void;
  /** `stays`: the form is open for another new row. */
  onSaved?: (row: Row, stays: boolean) => void;
  /** There can be one only: another is not offered. */
  single?: boolean;
  /** Key of the draft beside the resource's name; the row's id by default. */
  draftId?: string;
  /** Values a create begins with besides the definition's own. */
  preset?: Values;
  /** A part of the page instead of a drawer. */
  inPage?: boolean;
}

/** The form itself: what was changed, what became of saving it, and what to do when somebody else was faster. */
export function FormBody(props: FormProps & { title: string; row: Row | undefined; reload: () => Promise<Row> }) {
  const { module, id, title, onClose, onSaved, inPage = false, single = false, draftId = id } = props;
  const { definition } = module;
  const when: When = props.row ? 'change' : 'create';
  const isNew = when === 'create';
  const { t } = useTranslation();
  const words = useWords(definition);
  const client = useQueryClient();
  const { open: notify } = useNotification();
  const effects = useEffectsDialog();
  const [form] = Form.useForm<Values>();
  const bodyRef = useRef<HTMLDivElement>(null);
  const addsAnother = useRef(false);
  const [start] = useState(() => props.row ?? { ...beginningOf(definition), ...props.preset });
  // The row is read by ResourceForm: what arrives must not take the place of what is typed, as antd's useForm has it.
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
    record: start,
    reload: props.reload,
    fields: writableNames(definition, when),
    label: words.field,
    save: async (version, changes) => {
      const stays = addsAnother.current;
      addsAnother.current = false;
      const dryRun = () =>
        http.patch<ChangeEffects>(`/api/${definition.name}/${id}`, { ...changes, ...version }, DRY_RUN);
      if (!isNew && module.hasEffects && !(await effects.confirm(dryRun))) return;
      const answer = await send(
        isNew ? createdFrom(definition, form.getFieldsValue(true) as Values) : { ...changes, ...version },
      );
      if (!answer) return;
      if (definition.quota) void client.invalidateQueries({ queryKey: ME_KEY });
      const name = words.rowTitle(answer.data);
      notify?.({ type: 'success', message: t(isNew ? 'kit.form.created' : 'kit.form.saved', { name }) });
      if (stays) {
        onSaved?.(answer.data, true);
        focusFirstField(bodyRef.current);
        return start;
      }
      if (onClose) {
        release();
        onClose();
      }
      // Last: it may lead to another page, and closing changes the address of this one.
      onSaved?.(answer.data, false);
      return answer.data;
    },
  });
  const { dirty } = record;
  const { dialog: leaveDialog, release } = useLeaveGuard(dirty, record.drop);

  const isNewer = (row: Row): boolean => (row.row_version ?? 0) > (record.filled.row_version ?? 0);
  const isOvertaken = dirty && !record.sending && !record.isAsking && props.row !== undefined && isNewer(props.row);

  // What stands in a page does not take the focus from it, unless it was just opened to be filled in.
  useFirstField(bodyRef, isNew || !inPage);

  // Somebody else changed the row, or a button beside a form that stays did (Publish, a new video). What nobody has touched
  // shows it; of what is typed nothing is replaced, and only in a form that stays it goes on top by itself.
  const follow = useEffectEvent((row: Row | undefined) => {
    if (record.sending || !row || !isNewer(row)) return;
    const mine = record.changes();
    const isApart = !record.changedIn(row).some((name) => name in mine);
    if (!dirty || (!onClose && isApart)) record.fill(row, mine);
  });
  useEffect(() => follow(props.row), [props.row]);

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
          overtaken={isOvertaken ? record.review : undefined}
          cancel={onClose}
          discard={isNew ? undefined : record.discard}
          save={form.submit}
          addAnother={isNew && !single ? addAnother : undefined}
        />
      }
    >
      <div className="kit-form sg-stack sg-gap-16" ref={bodyRef} onKeyDown={(event) => saveKeys(event, form.submit)}>
        {record.restored && <Alert type="info" showIcon message={t('kit.form.draft')} />}
        <Refused refusal={record.refusal} />
        {record.takenOver}
        <Form {...record.formProps} layout="vertical" requiredMark onFinishFailed={showFailed} scrollToFirstError>
          <FormSections {...{ module, when }} sections={sectionsOf(definition, when)} />
          {/* Enter in a text field saves, as in any form. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </Form>
      </div>
      {leaveDialog}
      {effects.dialog}
      {record.conflict}
    </FormFrame>
  );
}
