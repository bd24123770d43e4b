import { useEffect, useState, type RefObject } from 'react';
import type { VideoLink } from '@contract/training-answers';
import { fileAddress } from '@/api/roots';

const HLS = 'application/vnd.apple.mpegurl';

/** Before the file is taken instead: a viewer waits seconds, not half a minute. */
const PATIENCE = {
  maxTimeToFirstByteMs: 10_000,
  maxLoadTimeMs: 120_000,
  timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
  errorRetry: { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 2_000 },
};

/** By which way a video comes: the browser's own HLS, ours into its buffers, or the file as it was uploaded. */
type Way = 'native' | 'fed' | 'file';

/**
 * What a `<video>` plays: the stream where there is one, in the picture that the network carries; the file where there is
 * none, or where the stream fails. `fallBack` answers whether there was anything left to fall back to.
 */
export function useSource(video: RefObject<HTMLVideoElement | null>, link: VideoLink | null, failed: () => void) {
  const [way, setWay] = useState<Way>(() => (canPlayHls() ? 'native' : 'fed'));
  const stream = way === 'file' ? null : (link?.stream_url ?? null);
  const isFed = way === 'fed' && stream !== null;
  useEffect(() => {
    if (!isFed || !video.current) return;
    const feeding = feed(video.current, fileAddress(stream), failed);
    return () => feeding.end();
    // `failed` is of each drawing anew, and tells of the moment in which it is called.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isFed, stream, video]);
  const fallBack = (): boolean => {
    if (stream === null) return false;
    setWay('file');
    return true;
  };
  return { src: isFed ? undefined : fileAddress(stream ?? link?.url ?? ''), fallBack };
}

function canPlayHls(): boolean {
  return document.createElement('video').canPlayType(HLS) !== '';
}

/** What feeds it is large, and comes only where it is needed. */
function feed(element: HTMLVideoElement, address: string, failed: () => void): { end: () => void } {
  let isOver = false;
  let end = () => {};
  void import('hls.js/light')
    .then(({ default: Hls }) => {
      if (isOver) return;
      if (!Hls.isSupported()) return failed();
      const player = new Hls({ enableWorker: false, fragLoadPolicy: { default: PATIENCE } });
      end = () => player.destroy();
      player.on(Hls.Events.ERROR, (_, { fatal }) => fatal && failed());
      player.loadSource(address);
      player.attachMedia(element);
    })
    .catch(() => !isOver && failed());
  return {
    end: () => {
      isOver = true;
      end();
    },
  };
}
