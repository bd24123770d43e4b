import { useEffect, useState, type RefObject } from 'react';
import type { VideoLinkResponse } from '@contract/training.responses';
import { fileAddress } from '@/api/env';

const HLS = 'application/vnd.apple.mpegurl';

/** Short limits, so that the file is used as a fallback within seconds. */
const LOAD_POLICY = {
  maxTimeToFirstByteMs: 10_000,
  maxLoadTimeMs: 120_000,
  timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
  errorRetry: { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 2_000 },
};

/** `native`: the browser's HLS. `fed`: hls.js. `file`: the uploaded file. */
type PlaybackMode = 'native' | 'fed' | 'file';

/**
 * Selects the source of a `<video>`: the HLS stream if there is one, else the uploaded file.
 * `fallBack` switches to the file and returns whether there was a stream to fall back from.
 */
export function useVideoSource(
  video: RefObject<HTMLVideoElement | null>,
  link: VideoLinkResponse | null,
  onError: () => void,
) {
  const [mode, setMode] = useState<PlaybackMode>(() => (canPlayHls() ? 'native' : 'fed'));
  const streamUrl = mode === 'file' ? null : (link?.stream_url ?? null);
  const usesHlsPlayer = mode === 'fed' && streamUrl !== null;
  useEffect(() => {
    if (!usesHlsPlayer || !video.current) return;
    const hlsPlayback = startHlsPlayback(video.current, fileAddress(streamUrl), onError);
    return () => hlsPlayback.stop();
    // `onError` changes with every render and must not restart the player.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [usesHlsPlayer, streamUrl, video]);
  const fallBack = (): boolean => {
    if (streamUrl === null) return false;
    setMode('file');
    return true;
  };
  return { src: usesHlsPlayer ? undefined : fileAddress(streamUrl ?? link?.url ?? ''), fallBack };
}

function canPlayHls(): boolean {
  return document.createElement('video').canPlayType(HLS) !== '';
}

/** hls.js is large and loaded only when needed. */
function startHlsPlayback(element: HTMLVideoElement, address: string, onError: () => void): { stop: () => void } {
  let isStopped = false;
  let stop = () => {};
  void import('hls.js/light')
    .then(({ default: Hls }) => {
      if (isStopped) return;
      if (!Hls.isSupported()) return onError();
      const player = new Hls({ enableWorker: false, fragLoadPolicy: { default: LOAD_POLICY } });
      stop = () => player.destroy();
      player.on(Hls.Events.ERROR, (_, { fatal }) => fatal && onError());
      player.loadSource(address);
      player.attachMedia(element);
    })
    .catch(() => !isStopped && onError());
  return {
    stop: () => {
      isStopped = true;
      stop();
    },
  };
}
