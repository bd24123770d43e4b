import { cloneElement, useEffect, useMemo, useRef, type ReactElement } from 'react';
import { Skeleton, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams, Route, Routes } from 'react-router';
import type { ImportAnswer } from '@contract/import-answers';
import { asImported } from '@contract/imports';
import type { ResourceDefinition } from '@contract/resource';
import { formatList } from '@/components/format';
import { LinkButton } from '@/components/link-button';
import { useModule } from '@/crud/kit-context';
import type { ResourceModule } from '@/crud/module';
import { PageHeader } from '@/components/page-header';
import { usePageTitle } from '@/components/page-title';
import { FailedState, OfflineBanner } from '@/components/states';
import { useWords } from '@/components/words';
import { CheckStep } from './check-step';
import { ColumnsStep } from './columns-step';
import { DoneStep } from './done-step';
import { FileStep } from './file-step';
import { ImportKinds } from './import-kinds';
import { useImport } from './use-import';
import './import.css';

const STEPS = ['file', 'columns', 'check', 'done'] as const;
type Step = (typeof STEPS)[number];

export function ImportPage() {
  return (
    <Routes>
      <Route index element={<ImportKinds />} />
      <Route path=":resource" element={<OfResource />} />
      <Route path="*" element={<FailedState error={{ statusCode: 404, code: 'not_found' }} />} />
    </Routes>
  );
}

function OfResource() {
  const { resource = '' } = useParams();
  const module = useModule(resource);
  if (!module?.definition.imported_by) return <FailedState error={{ statusCode: 404, code: 'not_found' }} />;
  return <Wizard key={resource} module={module} />;
}

/** How far a file is decides how far one may go; what is imported is not checked again. */
function stepOf(asked: string | null, file: ImportAnswer | undefined): Step {
  if (!file) return 'file';
  if (file.job_id) return 'done';
  if (asked === 'check' && file.counts) return 'check';
  return asked === 'file' ? 'file' : 'columns';
}

/** The file and the step stand in the address, everything else on the server: it survives a reload. */
function Wizard({ module }: { module: ResourceModule }) {
  const definition = useMemo(() => asImported(module.definition), [module]);
  const { t, i18n } = useTranslation();
  const words = useWords(definition);
  const [query, setQuery] = useSearchParams();
  const id = query.get('file');
  const { query: asked, know } = useImport(id);
  const file = id === null ? undefined : asked.data;
  const step = stepOf(query.get('step'), file);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  usePageTitle(t('import.title', { title: words.title }));
  useEffect(() => {
    // A new step is read out.
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [step]);
  const go = (to: Step, of: string | null = id) => setQuery(of ? { file: of, step: to } : {});
  const known = (told: ImportAnswer, to: Step) => {
    know(told);
    go(to, told.import_id);
  };
  const at = STEPS.indexOf(step);
  const open: Record<Step, boolean> = {
    file: step !== 'done',
    columns: file !== undefined && step !== 'done',
    check: Boolean(file?.counts) && step !== 'done',
    done: step === 'done',
  };
  return (
    <>
      <PageHeader
        title={t('import.title', { title: words.title })}
        sentence={t(`import.sentence.${kindOf(definition)}`, {
          key: formatList((definition.imported_by ?? []).map(words.field), i18n.language),
        })}
        actions={
          <>
            <LinkButton to="/import">{t('import.kinds.link')}</LinkButton>
            <LinkButton to={module.route}>{t('import.list')}</LinkButton>
          </>
        }
      />
      <OfflineBanner />
      <nav aria-label={t('import.steps_label')}>
        <Steps
          className="sg-mb-24"
          current={at}
          onChange={(index) => go(STEPS[index] ?? 'file')}
          items={STEPS.map((each, index) => ({
            title: t(`import.steps.${each}`),
            disabled: !open[each],
            ...(index === at && { render: asCurrent }),
          }))}
        />
      </nav>
      <h2 ref={heading} tabIndex={-1} className="sg-visually-hidden">
        {t(`import.steps.${step}`)}
      </h2>
      {asked.isError && id !== null && <FailedState error={asked.error} retry={() => go('file', null)} />}
      {asked.isLoading && id !== null && <Skeleton active paragraph={{ rows: 6 }} />}
      {(id === null || (file && step === 'file')) && (
        <FileStep definition={definition} sent={(told) => known(told, 'columns')} />
      )}
      {file && step === 'columns' && (
        <ColumnsStep
          key={file.import_id}
          definition={definition}
          file={file}
          checked={(told) => known(told, 'check')}
        />
      )}
      {file && step === 'check' && (
        <CheckStep definition={definition} file={file} back={() => go('columns')} checked={know} begun={know} />
      )}
      {file && step === 'done' && <DoneStep module={module} file={file} again={() => go('file', null)} />}
    </>
  );
}

/** One field says which one a row is; several do together; or what stands is left as it is. */
function kindOf({ imported_by = [], change }: ResourceDefinition): 'one' | 'several' | 'fixed' {
  if (change === false) return 'fixed';
  return imported_by.length === 1 ? 'one' : 'several';
}

/** Said by what takes the focus, which is the one element within the step. */
const asCurrent = (step: ReactElement<{ children: ReactElement<{ 'aria-current'?: 'step' }> }>) =>
  cloneElement(step, {}, cloneElement(step.props.children, { 'aria-current': 'step' }));
