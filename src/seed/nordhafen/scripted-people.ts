/** Scripted histories: the two people who sign in, and cases that random data could miss. */
import type { DemoCalendar } from '../demo-calendar';
import type { ScriptedEpisode } from '../learning-history.seeder';
import type { ManualEvidence } from './manual-evidence';

export const MARA = 'N-1024';
export const JONAS = 'N-1041';
/** Welder on parental leave. */
export const RENATE = 'N-1011';
/** Driver whose licence is currently revoked. */
export const PIOTR = 'N-1025';
/** Driver whose reach truck licence was revoked last year. */
export const SVEN = 'N-1029';
/** Electrician whose PLC skill is currently revoked. */
export const FELIX = 'N-1051';
const DRAGAN = 'N-1010';
const ROSA = 'N-1033';
const KERSTIN = 'N-1050';
const HEIKE = 'N-1026';
const BIRGIT = 'N-1035';
const VIKTOR = 'N-1037';
const OKSANA = 'N-1038';
const HENRIK = 'N-1040';

/** Pairs `<staff> <training>` excluded from the campaigns. */
export const SCRIPTED_TRAININGS: ReadonlySet<string> = new Set([
  ...['WELD-101', 'LIFT-101', 'DRAW-101'].map((code) => `${MARA} ${code}`),
  ...['FORK-101', 'CHEM-101', '5S-101', 'LIFT-101'].map((code) => `${JONAS} ${code}`),
  ...[PIOTR, HEIKE, BIRGIT].map((staff) => `${staff} FORK-101`),
  `${ROSA} CHEM-101`,
  `${RENATE} LIFT-101`,
]);
/** Pairs `<staff> <skill>` excluded from random evidence. */
export const SCRIPTED_SKILLS: ReadonlySet<string> = new Set([
  ...['MIG', 'WVIS'].map((code) => `${MARA} ${code}`),
  ...[JONAS, PIOTR, HEIKE, BIRGIT].map((staff) => `${staff} FORK`),
  `${SVEN} REACH`,
  ...[VIKTOR, OKSANA, HENRIK].map((staff) => `${staff} MECH`),
  ...[`${DRAGAN} GRIND`, `${OKSANA} HYDR`, `${KERSTIN} PLC`, `${FELIX} PLC`],
]);

export function scriptedEpisodes(days: DemoCalendar): ScriptedEpisode[] {
  const day = (ago: number) => days.workday(days.ago(ago));
  const timeAt = (ago: number, minute: number) => days.timeAt(day(ago), minute);
  const watch = (ago: number, share: number) => {
    const opened_at = timeAt(ago, 9 * 60 + 10);
    return { opened_at, beat_at: opened_at + 60_000, share };
  };
  const unstarted = { attempts: [] };
  const forkliftEpisode = (staff: string, ago: number) => ({
    staff,
    training: 'FORK-101',
    assigned_on: day(ago + 10),
    watched: watch(ago, 1),
    attempts: [
      {
        started_at: timeAt(ago, 9 * 60 + 20),
        submitted_at: timeAt(ago, 9 * 60 + 26),
        right: [...Array<boolean>(7).fill(true), false],
      },
    ],
  });
  return [
    {
      ...unstarted,
      staff: MARA,
      training: 'WELD-100',
      assigned_on: day(40),
      due_on: days.ago(26),
      watched: watch(35, 1),
    },
    { ...unstarted, staff: MARA, training: 'WELD-101', assigned_on: day(5), due_on: days.ago(-16) },
    { ...unstarted, staff: MARA, training: 'LIFT-101', assigned_on: day(3), due_on: days.ago(-27) },
    {
      ...unstarted,
      staff: MARA,
      training: 'DRAW-101',
      assigned_on: day(12),
      due_on: days.ago(-33),
      started_at: timeAt(2, 15 * 60),
      attempts: [{ started_at: timeAt(2, 15 * 60), submitted_at: null, right: [true, true, true] }],
    },
    {
      ...unstarted,
      staff: JONAS,
      training: 'FORK-101',
      assigned_on: day(9),
      due_on: days.ago(-12),
      watched: watch(2, 0.6),
    },
    {
      ...unstarted,
      staff: JONAS,
      training: 'CHEM-101',
      assigned_on: day(20),
      due_on: days.ago(-10),
      started_at: timeAt(6, 13 * 60),
      attempts: [
        {
          started_at: timeAt(6, 13 * 60),
          submitted_at: timeAt(6, 13 * 60 + 7),
          right: [true, false, true, true, true, false],
        },
      ],
    },
    {
      ...unstarted,
      staff: JONAS,
      training: '5S-101',
      assigned_on: day(7),
      due_on: days.ago(-23),
      started_at: timeAt(1, 14 * 60),
      attempts: [{ started_at: timeAt(1, 14 * 60), submitted_at: null, right: [true, true] }],
    },
    { ...unstarted, staff: JONAS, training: 'LIFT-101', assigned_on: day(52), due_on: days.ago(22) },
    { ...forkliftEpisode(PIOTR, 530), due_on: days.ago(519) },
    // Expired and not assigned again.
    { ...forkliftEpisode(BIRGIT, 420), due_on: days.ago(409), ended: 'expired' },
    {
      staff: ROSA,
      training: 'CHEM-101',
      assigned_on: day(60),
      due_on: days.ago(30),
      started_at: timeAt(52, 10 * 60),
      attempts: [52, 45, 38].map((ago, index) => ({
        started_at: timeAt(ago, 10 * 60),
        submitted_at: timeAt(ago, 10 * 60 + 6),
        right: [true, index > 0, true, false, index > 1, false],
      })),
      ended: 'failed',
    },
    { ...unstarted, staff: RENATE, training: 'LIFT-101', assigned_on: day(88), due_on: days.ago(58), ended: 'waived' },
  ];
}

export function scriptedEvidence(days: DemoCalendar): ManualEvidence[] {
  const day = (ago: number) => days.workday(days.ago(ago));
  const licence = {
    skill: 'FORK',
    kind: 'certificate',
    level: 3,
    note: 'Licence renewed at the driving school',
  } as const;
  const bearings = { skill: 'MECH', kind: 'assessment', note: 'Gearbox of line 2 rebuilt under observation' } as const;
  return [
    { ...licence, staff: JONAS, effective_date: day(345) },
    { ...licence, staff: PIOTR, effective_date: day(150) },
    { ...licence, staff: HEIKE, effective_date: day(322) },
    { ...licence, staff: BIRGIT, effective_date: day(392) },
    { ...licence, staff: SVEN, skill: 'REACH', effective_date: day(300), note: 'Reach truck licence shown' },
    { ...bearings, staff: VIKTOR, level: 4, effective_date: day(410) },
    { ...bearings, staff: HENRIK, level: 3, effective_date: day(288) },
    { ...bearings, staff: OKSANA, level: 1, effective_date: day(96) },
    { ...bearings, staff: FELIX, skill: 'PLC', level: 3, effective_date: day(430), note: 'Seen on two shifts' },
    ...loweredLevels(days),
  ];
}

/** Levels lowered by a later assessment. */
function loweredLevels(days: DemoCalendar): ManualEvidence[] {
  const assessed = (staff: string, skill: string, level: number, ago: number, note: string): ManualEvidence => {
    return { staff, skill, kind: 'assessment', level, effective_date: days.workday(days.ago(ago)), note };
  };
  return [
    assessed(DRAGAN, 'GRIND', 3, 620, 'Trial piece assessed'),
    assessed(DRAGAN, 'GRIND', 1, 64, 'Disc side used for grinding: to be shown again'),
    assessed(OKSANA, 'HYDR', 3, 510, 'Assessed at the workplace by the team lead'),
    assessed(OKSANA, 'HYDR', 1, 41, 'Press 4 closed with the wrong seals: works with a second pair of eyes'),
    assessed(KERSTIN, 'PLC', 3, 480, 'Seen on two shifts'),
    assessed(KERSTIN, 'PLC', 1, 27, 'New controllers since spring: course first'),
  ];
}

/** Targets in addition to those of the job role. */
export const PERSONAL_TARGETS: readonly { staff: string; skill: string; level: number; ago: number; reason: string }[] =
  [
    { staff: 'N-1018', skill: 'TIG', level: 3, ago: 120, reason: 'Takes over the stainless cell' },
    { staff: 'N-1014', skill: 'MIG', level: 4, ago: 200, reason: 'Trains newcomers from spring on' },
    { staff: 'N-1022', skill: 'MIG', level: 2, ago: 300, reason: 'Part-time before retirement: prepares and tacks' },
    { staff: 'N-1036', skill: 'CRANE', level: 2, ago: 45, reason: 'Stands in for the crane operator' },
    { staff: 'N-1038', skill: 'PLC', level: 2, ago: 90, reason: 'First look at faults in the night shift' },
    { staff: 'N-1054', skill: 'CMM', level: 3, ago: 150, reason: 'Second operator of the measuring machine' },
    { staff: 'N-1056', skill: 'AUDIT', level: 3, ago: 60, reason: 'Joins the audit team' },
    { staff: 'N-1059', skill: 'MIG', level: 1, ago: 80, reason: 'First year of the apprenticeship' },
    { staff: 'N-1060', skill: 'MECH', level: 1, ago: 80, reason: 'First year of the apprenticeship' },
  ];
