import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readUser } from '@/app/session/storage';
import { currentRole } from '@/app/session/who';
import { ResourceList } from '@/kit/resource-list';
import { skillEvidenceModule } from '.';

/** The list; what it is narrowed to (`?staff_id=…&skill_id=…`) is where a new row begins. */
export function EvidencePage() {
  const [query] = useSearchParams();
  const only = (key: string): string | undefined => {
    const values = query.getAll(key);
    return values.length === 1 ? values[0] : undefined;
  };
  const self = currentRole() === 'user';
  const staff_id = self ? (readUser()?.staff_id ?? undefined) : only('staff_id');
  const skill_id = only('skill_id');
  const preset = useMemo(
    () => ({
      kind: self ? 'self' : 'assessment',
      effective_date: new Date().toLocaleDateString('sv'),
      ...(staff_id && { staff_id }),
      ...(skill_id && { skill_id }),
    }),
    [self, staff_id, skill_id],
  );
  return <ResourceList module={skillEvidenceModule} preset={preset} />;
}
