import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useModule } from '@/crud/crud-context';
import type { ResourceModule } from '@/crud/resource-module';
import { PageHeader } from '@/components/page-header';
import { usePageTitle } from '@/components/page-title';
import { useResourceLabels } from '@/components/resource-labels';

/** Sorted so that referenced resources come before those that refer to them. */
const KINDS = [
  ...['departments', 'job-roles', 'staff', 'skills', 'role-targets', 'skill-targets', 'skill-evidence'],
  ...['training-categories', 'training-locations', 'trainings', 'training-assignments', 'questions'],
];

/** Lists everything that can be imported. */
export function ImportKinds() {
  const { t } = useTranslation();
  usePageTitle(t('import.kinds.title'));
  return (
    <>
      <PageHeader title={t('import.kinds.title')} sentence={t('import.kinds.sentence')} />
      <ul className="imp-column sg-panel sg-lines">
        {KINDS.map((name) => (
          <NamedImportKind key={name} name={name} />
        ))}
      </ul>
    </>
  );
}

function NamedImportKind({ name }: { name: string }) {
  const module = useModule(name);
  return module ? <ImportKindLink module={module} /> : null;
}

function ImportKindLink({ module: { definition, route } }: { module: ResourceModule }) {
  const labels = useResourceLabels(definition);
  // Questions have their own file formats and are imported from their list.
  const to = definition.imported_by ? `/import/${definition.name}` : route;
  return (
    <li>
      <Link to={to} className="imp-kind sg-line">
        <Flex vertical component="span">
          <strong>{labels.title}</strong>
          <span className="sg-soft">{labels.sentence}</span>
        </Flex>
      </Link>
    </li>
  );
}
