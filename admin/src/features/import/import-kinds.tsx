import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useModule } from '@/crud/kit-context';
import type { ResourceModule } from '@/crud/module';
import { PageHeader } from '@/components/page-header';
import { usePageTitle } from '@/components/page-title';
import { useWords } from '@/components/words';

/** In the order in which an organisation brings them along: what others name comes first. */
const KINDS = [
  ...['departments', 'job-roles', 'staff', 'skills', 'role-targets', 'skill-targets', 'skill-evidence'],
  ...['training-categories', 'training-locations', 'trainings', 'training-assignments', 'questions'],
];

/** Everything that can be brought along, each with the way to its import. */
export function ImportKinds() {
  const { t } = useTranslation();
  usePageTitle(t('import.kinds.title'));
  return (
    <>
      <PageHeader title={t('import.kinds.title')} sentence={t('import.kinds.sentence')} />
      <ul className="imp-column sg-panel sg-lines">
        {KINDS.map((name) => (
          <Named key={name} name={name} />
        ))}
      </ul>
    </>
  );
}

function Named({ name }: { name: string }) {
  const module = useModule(name);
  return module ? <Kind module={module} /> : null;
}

function Kind({ module: { definition, route } }: { module: ResourceModule }) {
  const words = useWords(definition);
  // Questions come in files of kinds of their own, by the drawer of their list.
  const to = definition.imported_by ? `/import/${definition.name}` : route;
  return (
    <li>
      <Link to={to} className="imp-kind sg-line">
        <Flex vertical component="span">
          <strong>{words.title}</strong>
          <span className="sg-soft">{words.sentence}</span>
        </Flex>
      </Link>
    </li>
  );
}
