import { useRef, useState } from 'react';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import type { QuizSlotResponse } from '@contract/attempt.responses';
import type { QuizRow } from '@contract/quizzes.resource';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
import { dataProvider } from '@/api/data-provider';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { DRY_RUN, useEffectsDialog, type ChangeEffects } from '@/crud/form/change-effects';
import { useErrorText } from '@/components/resource-labels';

/** A quiz slot without its number, which follows from the order of the list. */
export type Slot = Omit<QuizSlotResponse, 'slot'>;

/** A fixed question or a random draw, in the shape of the request. */
const toSlotRequest = ({ question_id, points, draw }: Slot) => {
  if (!draw) return { question_id, points };
  const { count, tag, skill_id, difficulty } = draw;
  return { draw: { count, tag, skill_id, difficulty }, points };
};
/** Key that finds the same slot in two lists. */
const slotIdentity = (slot: Slot): string => slot.question_id ?? JSON.stringify(toSlotRequest(slot));

/**
 * The quiz's slots with optimistic updates. Quick successive changes are saved as one. A failed save restores the
 * server's list; a version conflict (412) opens a dialog.
 */
export function useQuizSlots(quiz: QuizRow) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const errorText = useErrorText();
  const { open: notify } = useNotification();
  const path = `quizzes/${quiz.id}/slots` as const;
  const query = useApiQuery<typeof path, Slot[]>(path);
  const effects = useEffectsDialog();
  const [pendingSlots, setPendingSlots] = useState<readonly Slot[] | null>(null);
  const latest = useRef<readonly Slot[] | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  // Counted up locally after each save, because the list of quizzes is refetched later.
  const version = useRef(quiz.row_version);
  version.current = Math.max(version.current, quiz.row_version);
  /** The list that could not be saved because of another user's change. */
  const [conflict, setConflict] = useState<readonly Slot[] | null>(null);

  async function send(next: readonly Slot[], overwrite = false): Promise<void> {
    if (latest.current !== next) return;
    try {
      const slots = next.map(toSlotRequest);
      const { data } = await http.put<Slot[]>(`/api/${path}`, {
        slots,
        ...(!overwrite && { row_version: version.current }),
      });
      if (overwrite) await readVersion();
      else version.current += 1;
      client.setQueryData(apiKey(path), data);
    } catch (error) {
      if ((error as ApiError).statusCode === 412) return setConflict(next);
      latest.current = null;
      notify?.({ type: 'error', message: errorText(error) });
      await readVersion();
    }
    if (latest.current !== next && latest.current !== null) return;
    await Promise.all([
      invalidate({ resource: 'quizzes', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'trainings', invalidates: ['resourceAll'] }),
    ]);
    setPendingSlots((current) => (current === next || latest.current === null ? null : current));
  }

  async function readVersion(): Promise<void> {
    const { data } = await dataProvider.getOne({ resource: 'quizzes', id: quiz.id });
    version.current = (data as QuizRow).row_version;
  }

  /** Removing the last question may complete assignments, so it is confirmed first. */
  async function save(next: readonly Slot[]): Promise<void> {
    const dryRun = () => http.put<ChangeEffects>(`/api/quizzes/${quiz.id}/slots`, { slots: [] }, DRY_RUN);
    try {
      if (next.length === 0 && !(await effects.confirm(dryRun))) return;
    } catch (error) {
      notify?.({ type: 'error', message: errorText(error) });
      return;
    }
    return enqueueSave(next);
  }

  function enqueueSave(next: readonly Slot[]): Promise<void> {
    latest.current = next;
    setPendingSlots(next);
    const previousSave = queue.current;
    const request = (async () => {
      await previousSave;
      await send(next);
    })();
    queue.current = request;
    return request;
  }

  /** Takes over the server's list and appends the slots added here. */
  async function review(): Promise<void> {
    const previousIds = new Set(query.data?.map(slotIdentity));
    const addedSlots = (conflict ?? []).filter((slot) => !previousIds.has(slotIdentity(slot)));
    setConflict(null);
    await readVersion();
    const serverSlots = (await query.refetch()).data ?? [];
    const serverIds = new Set(serverSlots.map(slotIdentity));
    const missingSlots = addedSlots.filter((slot) => !serverIds.has(slotIdentity(slot)));
    if (missingSlots.length > 0) return enqueueSave([...serverSlots, ...missingSlots]);
    latest.current = null;
    setPendingSlots(null);
  }

  const conflictDialog = {
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
      setPendingSlots(null);
    },
  };
  return {
    query,
    slots: pendingSlots ?? query.data,
    saving: pendingSlots !== null,
    save,
    conflict: conflictDialog,
    effectsDialog: effects.dialog,
  };
}
