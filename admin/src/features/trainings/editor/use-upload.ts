import { useEffect, useRef, useState } from 'react';
import axios from 'axios';
import { useInvalidate } from '@refinedev/core';
import type { UploadAnswer } from '@contract/training-answers';
import { http } from '@/api/http';
import { useApiQuery } from '@/api/use-api-query';
import { announcedOf, doneBytes, sendParts } from './upload-parts';

export type UploadState =
  | { readonly step: 'idle' }
  /** Bytes that the storage has, of all; `startedAt` with `startedWith` of them. */
  | {
      readonly step: 'sending';
      readonly file: File;
      readonly sent: number;
      readonly startedAt: number;
      readonly startedWith: number;
    }
  /** Everything is there; the server reads what it is. */
  | { readonly step: 'reading'; readonly file: File }
  /** `error` undefined: the user stopped it. */
  | {
      readonly step: 'stopped';
      readonly file: File;
      readonly isSameVideo: boolean;
      readonly sent: number;
      readonly error: unknown;
    };

/**
 * `/api/trainings/{id}/uploads`: begun, sent in parts, completed. The server knows what was begun (`unfinished`), so it goes
 * on in another tab, after a restart, or on another machine that has the same file.
 */
export function useUpload(trainingId: string) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  const invalidate = useInvalidate();
  const path = `/api/trainings/${trainingId}/uploads`;
  const begun = useApiQuery(`trainings/${trainingId}/uploads`);
  // Leaving the page stops it; what was sent is kept for a day.
  useEffect(() => () => running.current?.abort(), []);

  /** @param isSameVideo a corrected file of the film that learners watch already */
  async function send(file: File, isSameVideo = false): Promise<void> {
    const control = new AbortController();
    const { signal } = control;
    running.current = control;
    const startedAt = Date.now();
    let [sent, startedWith] = [0, 0];
    const told = (bytes: number) => {
      sent = bytes;
      setState({ step: 'sending', file, sent, startedAt, startedWith });
    };
    told(0);
    try {
      const { data: upload } = await http.post<UploadAnswer>(path, await announcedOf(file), { signal });
      startedWith = doneBytes(upload);
      told(startedWith);
      await sendParts(path, upload, file, { signal, told });
      setState({ step: 'reading', file });
      const same = isSameVideo ? '?same_video=true' : '';
      await http.post(`${path}/${upload.upload_id}/complete${same}`, {}, { signal });
      await invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      setState({ step: 'idle' });
    } catch (error) {
      if (signal.aborted && !axios.isCancel(error)) return;
      setState({ step: 'stopped', file, isSameVideo, sent, error: axios.isCancel(error) ? undefined : error });
    }
    await begun.refetch();
  }

  async function discard(upload_id: string): Promise<void> {
    await http.delete(`${path}/${upload_id}`);
    await begun.refetch();
  }

  const unfinished = begun.data?.[0] ?? null;
  return {
    ...{ state, send, discard, unfinished },
    stop: () => running.current?.abort(),
    forget: () => setState({ step: 'idle' }),
  };
}
