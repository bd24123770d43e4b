import { AimOutlined, IdcardOutlined } from '@ant-design/icons';
import { roleTargets, skillTargets } from '@contract/skill-targets.resource';
import type { ResourceModule } from '@/crud/resource-module';

/** Skill targets of people as a list, with the dates and reasons that the grid does not show. */
export const skillTargetsModule: ResourceModule = {
  definition: { ...skillTargets, title: ['staff_id', 'skill_id'] },
  route: '/assign-target-skils/people',
  labelKey: 'skill-targets.title',
  widths: { staff_id: 200, skill_id: 240 },
  icon: AimOutlined,
};

export const roleTargetsModule: ResourceModule = {
  definition: { ...roleTargets, title: ['job_role_id', 'skill_id'] },
  route: '/assign-target-skils/job-roles',
  labelKey: 'role-targets.title',
  widths: { job_role_id: 200, skill_id: 240 },
  icon: IdcardOutlined,
};
