import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Alert, Form } from 'antd';
import { useForm, useNotification, type HttpError } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '@/client/api-error';
import { changesOf, createdFrom, initialValues, type Values } from '@/client/changes';
import { ConflictDialog } from './conflict-dialog';
import { dropDraft, keepDraft, readDraft } from '@/client/drafts';
import { sectionsOf, type When } from './field-items';
import { FormFooter } from './form-footer';
import { FormFrame } from './form-frame';
import { saveKeys, useFirstField } from './form-keys';
import { FormProblem, type Problem } from './form-problem';
import { formatList } from './format';
import { placeErrors } from './form-rules';
import { FormSections } from './form-sections';
import { ME_QUERY } from '@/client/me';
import { useLeaveGuard } from './leave-guard';
import type { ResourceModule, Row } from './module';
import { useErrorWords, useWords } from './words';

export interface FormProps {
  module: ResourceModule;
  id: string;
  /** Absent only `inPage`: the form stays after saving, and follows the row when something else changes it. */
  onClose?: () => void;
  onSaved?: (row: Row) => void;
  /** Values a create begins with besides the definition's own. */
  preset?: Values;
  /** A part of the page instead of a drawer. */
  inPage?: boolean;
}

/** The form itself: what was changed, what became of saving it, and what to do when somebody else was faster. */
export function FormBody(
  props: FormProps & { title: string; row: Row | undefined; reload: () => Promise<Row | undefined> },
) {
  const { module, id, title, onClose, onSaved, inPage = false } = props;
  const { definition } = module;
  const when: When = props.row ? 'change' : 'create';
  const { t, i18n } = useTranslation();
  const words = useWords(definition);
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const { open: notify } = useNotification();
  const [form] = Form.useForm<Values>();
  const [original, setOriginal] = useState(props.row);
  const start = useMemo(
    () => ({ ...initialValues(definition, original), ...(original ? {} : props.preset) }),
    [definition, original, props.preset],
  );
  const [draft] = useState(() => readDraft(definition.name, id));
  const [dirty, setDirty] = useState(draft !== null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [stale, setStale] = useState(false);
  const [changedMeanwhile, setChangedMeanwhile] = useState<string[]>([]);
  // The row is read by ResourceForm: what arrives must not take the place of what is typed, as antd's useForm has it.
  const { onFinish: send, mutation } = useForm<Row, HttpError, Values>({
    resource: definition.name,
    action: original ? 'edit' : 'create',
    ...(original && { id }),
    queryOptions: { enabled: false },
    mutationMeta: { definition, original },
    mutationMode: 'pessimistic',
    invalidates: ['resourceAll'],
    redirect: false,
    errorNotification: false,
    successNotification: false,
  });
  const saving = mutation.isPending;
  const { dialog: leaveDialog, release } = useLeaveGuard(dirty, () => dropDraft(definition.name, id));
  const sections = sectionsOf(definition, when);
  const bodyRef = useRef<HTMLDivElement>(null);

  const changes = () => {
    const values = form.getFieldsValue(true) as Values;
    return original ? changesOf(definition, original, values) : createdFrom(definition, values);
  };
  const onValuesChange = () => {
    const values = form.getFieldsValue(true) as Values;
    const untouched = original
      ? Object.keys(changes()).length === 0
      : JSON.stringify(createdFrom(definition, values)) === JSON.stringify(createdFrom(definition, start));
    setDirty(!untouched);
    if (untouched) dropDraft(definition.name, id);
    else keepDraft(definition.name, id, values);
  };

  // What stands in a page does not take the focus from it, unless it was just opened to be filled in.
  useFirstField(bodyRef, !(inPage && original));

  async function save(overwrite: boolean): Promise<void> {
    if (saving) return;
    setProblem(null);
    try {
      await form.validateFields();
    } catch {
      bodyRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const values = form.getFieldsValue(true) as Values;
    try {
      const answer = await send(
        original
          ? { ...values, row_version: overwrite ? null : original.row_version }
          : createdFrom(definition, values),
      );
      if (!answer) return;
      if (onClose) release();
      dropDraft(definition.name, id);
      if (definition.quota) void client.invalidateQueries({ queryKey: ME_QUERY });
      notify?.({
        type: 'success',
        message: t(original ? 'kit.form.saved' : 'kit.form.created', { name: words.rowTitle(answer.data) }),
      });
      if (onClose) onClose();
      else startFrom(answer.data);
      // Last: it may lead to another page, and closing changes the address of this one.
      onSaved?.(answer.data);
    } catch (error) {
      refused(error as ApiError);
    }
  }

  function refused(error: ApiError): void {
    if (error.statusCode === 412) {
      setStale(true);
      return;
    }
    const placed = placeErrors(
      error.errors ?? {},
      new Set(sections.flatMap(({ fields }) => fields.map(([name]) => name))),
    );
    form.setFields(placed.fields);
    if (placed.fields.length > 0) form.scrollToField(placed.fields[0]?.name, { block: 'center', focus: true });
    setProblem({
      title: errorWords(error),
      rest: placed.rest,
      requestId: error.statusCode >= 500 ? error.requestId : undefined,
    });
  }

  /** Takes over what somebody else saved, and keeps on top of it what was typed here. */
  async function review(): Promise<void> {
    const mine = changes();
    const latest = await props.reload();
    setStale(false);
    if (!latest || !original) return;
    setChangedMeanwhile(Object.keys(changesOf(definition, original, latest)));
    startFrom(latest, mine);
  }

  function startFrom(latest: Row, mine: Values = {}): void {
    setOriginal(latest);
    form.setFields(
      Object.entries({ ...initialValues(definition, latest), ...mine }).map(([name, value]) => ({
        name,
        value,
        errors: [],
      })),
    );
    setDirty(Object.keys(mine).length > 0);
    if (Object.keys(mine).length === 0) setChangedMeanwhile([]);
  }

  // A button beside a form that stays (Publish, a new video) changed the row: what is typed here goes on top of it.
  const follow = useEffectEvent((row: Row | undefined) => {
    if (onClose || !row || !original) return;
    if ((row.row_version ?? 0) > (original.row_version ?? 0)) startFrom(row, changes());
  });
  useEffect(() => follow(props.row), [props.row]);

  return (
    <FormFrame
      inPage={inPage}
      title={title}
      onClose={onClose}
      footer={
        <FormFooter
          isNew={!original}
          {...{ dirty, saving }}
          cancel={onClose}
          discard={original ? () => startFrom(original) : undefined}
          save={() => void save(false)}
        />
      }
    >
      <div
        className="kit-form sg-stack sg-gap-16"
        ref={bodyRef}
        onKeyDown={(event) => saveKeys(event, () => void save(false))}
      >
        {draft && dirty && <Alert type="info" showIcon message={t('kit.form.draft')} />}
        {problem && <FormProblem {...problem} />}
        {changedMeanwhile.length > 0 && (
          <Alert
            type="warning"
            showIcon
            message={t('kit.stale.taken_over', {
              fields: formatList(changedMeanwhile.map(words.field), i18n.language),
            })}
          />
        )}
        <Form
          form={form}
          layout="vertical"
          requiredMark
          initialValues={draft ? { ...start, ...draft } : start}
          onValuesChange={onValuesChange}
          onFinish={() => void save(false)}
          scrollToFirstError
        >
          <FormSections {...{ module, sections, when }} />
          {/* Enter in a text field saves, as in any form. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </Form>
      </div>
      {leaveDialog}
      <ConflictDialog
        open={stale}
        onCancel={() => setStale(false)}
        onOverwrite={() => {
          setStale(false);
          void save(true);
        }}
        onReview={() => void review()}
      />
    </FormFrame>
  );
}
