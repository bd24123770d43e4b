import { useRef, useState } from 'react';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PlacedQuestion } from '@contract/attempt-answers';
import type { QuizRow } from '@contract/quizzes.resource';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
import { dataProvider } from '@/api/data';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { DRY_RUN, useEffectsDialog, type ChangeEffects } from '@/crud/form/change-effects';
import { useErrorWords } from '@/components/words';

/** Where it stands follows from the order. */
export type Slot = Omit<PlacedQuestion, 'slot'>;

/** A question, or from what so many are drawn, as the server takes it. */
const asked = ({ question_id, points, draw }: Slot) => {
  if (!draw) return { question_id, points };
  const { count, tag, skill_id, difficulty } = draw;
  return { draw: { count, tag, skill_id, difficulty }, points };
};
/** By what two lists are compared. */
const sameAs = (slot: Slot): string => slot.question_id ?? JSON.stringify(asked(slot));

/**
 * The quiz's questions. A change shows at once and is saved behind; changes that follow quickly are saved as one. When
 * a save is refused the list falls back to what the server has; when somebody else was faster, the dialog asks.
 */
export function useSlots(quiz: QuizRow) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const address = `quizzes/${quiz.id}/slots` as const;
  const query = useApiQuery<typeof address, Slot[]>(address);
  const effects = useEffectsDialog();
  const [wanted, setWanted] = useState<readonly Slot[] | null>(null);
  const latest = useRef<readonly Slot[] | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  // Of the quiz; each save counts it up, faster than the list of quizzes is read again.
  const version = useRef(quiz.row_version);
  version.current = Math.max(version.current, quiz.row_version);
  /** What somebody else's change keeps from being saved; the dialog asks which of the two it shall be. */
  const [conflict, setConflict] = useState<readonly Slot[] | null>(null);

  async function send(next: readonly Slot[], overwrite = false): Promise<void> {
    if (latest.current !== next) return;
    try {
      const slots = next.map(asked);
      const { data } = await http.put<Slot[]>(`/api/${address}`, {
        slots,
        ...(!overwrite && { row_version: version.current }),
      });
      if (overwrite) await readVersion();
      else version.current += 1;
      client.setQueryData(apiKey(address), data);
    } catch (error) {
      if ((error as ApiError).statusCode === 412) return setConflict(next);
      latest.current = null;
      notify?.({ type: 'error', message: errorWords(error) });
      await readVersion();
    }
    if (latest.current !== next && latest.current !== null) return;
    await Promise.all([
      invalidate({ resource: 'quizzes', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'trainings', invalidates: ['resourceAll'] }),
    ]);
    setWanted((shown) => (shown === next || latest.current === null ? null : shown));
  }

  async function readVersion(): Promise<void> {
    const { data } = await dataProvider.getOne({ resource: 'quizzes', id: quiz.id });
    version.current = (data as QuizRow).row_version;
  }

  /** Without its last question a quiz need not be passed any more: asked before. */
  async function save(next: readonly Slot[]): Promise<void> {
    const dryRun = () => http.put<ChangeEffects>(`/api/quizzes/${quiz.id}/slots`, { slots: [] }, DRY_RUN);
    try {
      if (next.length === 0 && !(await effects.confirm(dryRun))) return;
    } catch (error) {
      notify?.({ type: 'error', message: errorWords(error) });
      return;
    }
    return keep(next);
  }

  function keep(next: readonly Slot[]): Promise<void> {
    latest.current = next;
    setWanted(next);
    const before = queue.current;
    const sent = (async () => {
      await before;
      await send(next);
    })();
    queue.current = sent;
    return sent;
  }

  /** Their list, and at its end what was added here. */
  async function review(): Promise<void> {
    const before = new Set(query.data?.map(sameAs));
    const added = (conflict ?? []).filter((slot) => !before.has(sameAs(slot)));
    setConflict(null);
    await readVersion();
    const theirs = (await query.refetch()).data ?? [];
    const known = new Set(theirs.map(sameAs));
    const missing = added.filter((slot) => !known.has(sameAs(slot)));
    if (missing.length > 0) return keep([...theirs, ...missing]);
    latest.current = null;
    setWanted(null);
  }

  const choose = {
    open: conflict !== null,
    onReview: () => void review(),
    onOverwrite: () => {
      const next = conflict;
      setConflict(null);
      if (next) void send(next, true);
    },
    onCancel: () => {
      setConflict(null);
      latest.current = null;
      setWanted(null);
    },
  };
  return {
    query,
    slots: wanted ?? query.data,
    saving: wanted !== null,
    save,
    conflict: choose,
    effectsDialog: effects.dialog,
  };
}
