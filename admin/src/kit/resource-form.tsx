import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Alert, Button, Form, Skeleton } from 'antd';
import { useCreate, useNotification, useOne, useUpdate, type HttpError } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ResourceDefinition } from '@contract/resource';
import type { ApiError } from '@/app/providers/http';
import { changesOf, createdFrom } from './changes';
import { ConflictDialog } from './conflict-dialog';
import { dropDraft, keepDraft, readDraft } from './drafts';
import { FieldItem, sectionsOf, type When } from './field-items';
import { FormFrame } from './form-frame';
import { placeErrors } from './form-rules';
import { ME_QUERY } from './kit-context';
import { useLeaveGuard } from './leave-guard';
import type { ResourceModule, Row } from './module';
import { FailedState } from './states';
import { useErrorWords, useWords } from './words';

type Values = Record<string, unknown>;

function initialValues(definition: ResourceDefinition, row: Row | undefined): Values {
  return Object.fromEntries(
    Object.entries(definition.fields).map(([name, field]) => [
      name,
      row ? row[name] : (field.initial ?? (field.kind === 'refMany' ? [] : undefined)),
    ]),
  );
}

interface FormProps {
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

/** Create (`id` = `new`) or change one row, in a drawer. `onClose` changes the address; `onSaved` gets the row. */
export function ResourceForm(props: FormProps) {
  const { module, id, onClose, inPage = false } = props;
  const { definition } = module;
  const isNew = id === 'new';
  const { t } = useTranslation();
  const words = useWords(definition);
  const { query } = useOne<Row, HttpError>({
    resource: definition.name,
    id,
    // Always the row as it is now: what was listed may be minutes old.
    queryOptions: { enabled: !isNew, gcTime: 0, staleTime: Infinity, retry: false },
    errorNotification: false,
  });
  const row = query.data?.data;
  const title = isNew ? t('kit.form.new', { one: words.one }) : row ? words.rowTitle(row) : words.one;
  if (!isNew && query.isError) {
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
    <FormBody key={id} {...props} title={title} row={row} reload={async () => (await query.refetch()).data?.data} />
  );
}

function FormBody(props: FormProps & { title: string; row: Row | undefined; reload: () => Promise<Row | undefined> }) {
  const { module, id, title, onClose, onSaved, inPage = false } = props;
  const { definition } = module;
  const when: When = props.row ? 'change' : 'create';
  const { t } = useTranslation();
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
  const [problem, setProblem] = useState<{ title: string; rest: string[]; requestId?: string | undefined } | null>(
    null,
  );
  const [stale, setStale] = useState(false);
  const [changedMeanwhile, setChangedMeanwhile] = useState<string[]>([]);
  const { mutateAsync: create, mutation: creating } = useCreate<Row, HttpError>();
  const { mutateAsync: update, mutation: updating } = useUpdate<Row, HttpError>();
  const saving = creating.isPending || updating.isPending;
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

  useEffect(() => {
    // What stands in a page does not take the focus from it, unless it was just opened to be filled in.
    if (inPage && original) return;
    // The first field, once the drawer has stopped moving; not for somebody who is in another one already.
    const timer = setTimeout(() => {
      const body = bodyRef.current;
      if (body && !body.contains(document.activeElement))
        body.querySelector<HTMLElement>('input:not([disabled]), textarea')?.focus();
    }, 200);
    return () => clearTimeout(timer);
  }, []);

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
    const options = {
      resource: definition.name,
      errorNotification: false as const,
      successNotification: false as const,
      invalidates: ['resourceAll' as const],
    };
    try {
      const answer = original
        ? await update({
            ...options,
            id,
            values,
            mutationMode: 'pessimistic',
            meta: { definition, original, overwrite },
          })
        : await create({ ...options, values: createdFrom(definition, values) });
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

  useEffect(() => {
    // A button beside a form that stays (Publish, a new video) changed the row: what is typed here goes on top of it.
    if (onClose || !props.row || !original) return;
    if ((props.row.row_version ?? 0) > (original.row_version ?? 0)) startFrom(props.row, changes());
  }, [props.row]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (!(event.ctrlKey || event.metaKey)) {
      // Enter takes over the chosen date or entry; it must not also save the form.
      if ((event.target as HTMLElement).closest('.ant-picker, .ant-select')) event.preventDefault();
      return;
    }
    event.preventDefault();
    // A date that was typed is taken over when its field is left.
    const field = document.activeElement as HTMLElement | null;
    field?.blur();
    setTimeout(() => {
      field?.focus();
      void save(false);
    });
  };

  return (
    <FormFrame
      inPage={inPage}
      title={title}
      onClose={onClose}
      footer={
        <div className="kit-form-footer">
          <span className="kit-faint">{dirty && t('kit.form.unsaved')}</span>
          {onClose && <Button onClick={onClose}>{t('kit.cancel')}</Button>}
          {!onClose && dirty && original && (
            <Button onClick={() => startFrom(original)}>{t('kit.leave.discard')}</Button>
          )}
          <Button
            type="primary"
            loading={saving}
            disabled={!onClose && !dirty}
            onClick={() => void save(false)}
            title={t('kit.form.save_hint')}
          >
            {t(original ? 'kit.form.save' : 'kit.form.create')}
          </Button>
        </div>
      }
    >
      <div className="kit-form" ref={bodyRef} onKeyDown={onKeyDown}>
        {draft && dirty && <Alert type="info" showIcon message={t('kit.form.draft')} />}
        {problem && (
          <Alert
            type="error"
            showIcon
            role="alert"
            message={problem.title}
            description={
              (problem.rest.length > 0 || problem.requestId) && (
                <>
                  {problem.rest.map((said) => (
                    <div key={said}>{said}</div>
                  ))}
                  {problem.requestId && (
                    <div>
                      {t('kit.failed.request')} <code className="sg-mono">{problem.requestId}</code>
                    </div>
                  )}
                </>
              )
            }
          />
        )}
        {changedMeanwhile.length > 0 && (
          <Alert
            type="warning"
            showIcon
            message={t('kit.stale.taken_over', { fields: changedMeanwhile.map(words.field).join(', ') })}
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
          {sections.map(({ section, fields }) => (
            <section key={section ?? ''} className="kit-section">
              {section && <h2>{words.section(section)}</h2>}
              {fields.map(([name, field]) => (
                <FieldItem
                  key={name}
                  definition={definition}
                  name={name}
                  field={field}
                  when={when}
                  own={module.inputs?.[name]}
                />
              ))}
            </section>
          ))}
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
