import type { TFunction } from 'i18next';
import type { Notice, NoticePreview } from '@contract/notices';
import { formatDay, formatInstant } from '@/components/format';

type Told = Pick<Notice, 'kind' | 'detail' | 'training_title' | 'skill_name' | 'about_name'> & {
  readonly day: string | null;
  readonly starts_at?: string | null;
};

/** What it says in one line, in the reader's language. */
export function saidOf(told: Told | NoticePreview['notices'][number], t: TFunction): string {
  const { kind, detail } = told;
  const name = told.training_title ?? told.skill_name ?? t('notices.gone');
  const key = kind === 'result' ? String(detail) : kind === 'team' ? `team_${detail}` : (detail ?? kind);
  return t(`notices.what.${key}`, { name, person: told.about_name ?? t('notices.gone') });
}

/** Due, valid until, or when a session begins; empty where no day is set. */
export function dayOf(
  { kind, detail, day, starts_at }: Told,
  t: TFunction,
  language: string,
  zone: string | undefined,
): string {
  if (starts_at) return formatInstant(starts_at, language, zone);
  if (kind === 'session') return day === null ? '' : formatDay(day, language);
  if (day === null) return '';
  const isLevel = kind === 'expiring' || detail === 'expiring';
  return t(isLevel ? 'notices.until' : 'notices.due', { day: formatDay(day, language) });
}

/** Where it leads. */
export function leadsTo({ kind, detail, training_id, attempt_id, about_id }: Notice, isAdmin: boolean): string {
  if (kind === 'team') return isAdmin && about_id ? `/staff/${about_id}` : '/home';
  if (detail === 'asked') return '/training/requests?waiting_for=me';
  if (detail === 'declined') return `/training?show=${training_id}`;
  if (kind === 'expiring' || !training_id) return '/my-skills';
  return `/my-training/${training_id}${attempt_id ? `/quiz/${attempt_id}` : ''}`;
}
