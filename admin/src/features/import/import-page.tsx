import { cloneElement, useEffect, useMemo, useRef, type ReactElement } from 'react';
import { Skeleton, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams, Route, Routes } from 'react-router';
import type { ImportResponse } from '@contract/import.responses';
import { toImportDefinition } from '@contract/imports';
import type { ResourceDefinition } from '@contract/resource';
import { formatList } from '@/components/format';
import { LinkButton } from '@/components/link-button';
import { useModule } from '@/crud/crud-context';
import type { ResourceModule } from '@/crud/resource-module';
import { PageHeader } from '@/components/page-header';
import { usePageTitle } from '@/components/page-title';
import { FailedState, StaleDataBanner } from '@/components/state-panels';
import { useResourceLabels } from '@/components/resource-labels';
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
      <Route path=":resource" element={<ResourceImport />} />
      <Route path="*" element={<FailedState error={{ statusCode: 404, code: 'not_found' }} />} />
    </Routes>
  );
}

function ResourceImport() {
  const { resource = '' } = useParams();
  const module = useModule(resource);
  if (!module?.definition.imported_by) return <FailedState error={{ statusCode: 404, code: 'not_found' }} />;
  return <ImportWizard key={resource} module={module} />;
}

/** The step to show: the requested one, as far as the file's state allows. */
function resolveStep(requestedStep: string | null, file: ImportResponse | undefined): Step {
  if (!file) return 'file';
  if (file.job_id) return 'done';
  if (requestedStep === 'check' && file.counts) return 'check';
  return requestedStep === 'file' ? 'file' : 'columns';
}

/** The import wizard. File and step are in the query string, the rest on the server, so it survives a reload. */
function ImportWizard({ module }: { module: ResourceModule }) {
  const definition = useMemo(() => toImportDefinition(module.definition), [module]);
  const { t, i18n } = useTranslation();
  const labels = useResourceLabels(definition);
  const [query, setQuery] = useSearchParams();
  const id = query.get('file');
  const { query: importQuery, setImport } = useImport(id);
  const file = id === null ? undefined : importQuery.data;
  const step = resolveStep(query.get('step'), file);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstRender = useRef(true);
  usePageTitle(t('import.title', { title: labels.title }));
  useEffect(() => {
    // Focus makes screen readers announce the new step.
    if (!isFirstRender.current) heading.current?.focus();
    isFirstRender.current = false;
  }, [step]);
  const goToStep = (to: Step, fileId: string | null = id) => setQuery(fileId ? { file: fileId, step: to } : {});
  const showImport = (answer: ImportResponse, to: Step) => {
    setImport(answer);
    goToStep(to, answer.import_id);
  };
  const stepIndex = STEPS.indexOf(step);
  const isStepOpen: Record<Step, boolean> = {
    file: step !== 'done',
    columns: file !== undefined && step !== 'done',
    check: Boolean(file?.counts) && step !== 'done',
    done: step === 'done',
  };
  return (
    <>
      <PageHeader
        title={t('import.title', { title: labels.title })}
        sentence={t(`import.sentence.${sentenceVariant(definition)}`, {
          key: formatList((definition.imported_by ?? []).map(labels.field), i18n.language),
        })}
        actions={
          <>
            <LinkButton to="/import">{t('import.kinds.link')}</LinkButton>
            <LinkButton to={module.route}>{t('import.list')}</LinkButton>
          </>
        }
      />
      <StaleDataBanner />
      <nav aria-label={t('import.steps_label')}>
        <Steps
          className="sg-mb-24"
          current={stepIndex}
          onChange={(index) => goToStep(STEPS[index] ?? 'file')}
          items={STEPS.map((each, index) => ({
            title: t(`import.steps.${each}`),
            disabled: !isStepOpen[each],
            ...(index === stepIndex && { render: renderCurrentStep }),
          }))}
        />
      </nav>
      <h2 ref={heading} tabIndex={-1} className="sg-visually-hidden">
        {t(`import.steps.${step}`)}
      </h2>
      {importQuery.isError && id !== null && (
        <FailedState error={importQuery.error} retry={() => goToStep('file', null)} />
      )}
      {importQuery.isLoading && id !== null && <Skeleton active paragraph={{ rows: 6 }} />}
      {(id === null || (file && step === 'file')) && (
        <FileStep definition={definition} onUploaded={(answer) => showImport(answer, 'columns')} />
      )}
      {file && step === 'columns' && (
        <ColumnsStep
          key={file.import_id}
          definition={definition}
          file={file}
          onChecked={(answer) => showImport(answer, 'check')}
        />
      )}
      {file && step === 'check' && (
        <CheckStep
          definition={definition}
          file={file}
          onBack={() => goToStep('columns')}
          onChecked={setImport}
          onStarted={setImport}
        />
      )}
      {file && step === 'done' && <DoneStep module={module} file={file} onRestart={() => goToStep('file', null)} />}
    </>
  );
}

/** Variant of the intro text: one key field, several, or existing records that are not changed. */
function sentenceVariant({ imported_by = [], change }: ResourceDefinition): 'one' | 'several' | 'fixed' {
  if (change === false) return 'fixed';
  return imported_by.length === 1 ? 'one' : 'several';
}

/** Puts `aria-current` on the focusable element inside the step. */
const renderCurrentStep = (step: ReactElement<{ children: ReactElement<{ 'aria-current'?: 'step' }> }>) =>
  cloneElement(step, {}, cloneElement(step.props.children, { 'aria-current': 'step' }));
