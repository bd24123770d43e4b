import { detectPlaybackProblem, lacksPicture, type PlaybackProblem } from '@/components/playback-problem';

const TIMEOUT_MS = 20_000;
/** Past the end of every video: a recording without a duration determines it by seeking there. */
const SEEK_PAST_END_SECONDS = 1e9;

/** Length of the video in milliseconds, or why it does not play in this browser. */
export function measureVideoLength(url: string): Promise<number | PlaybackProblem> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    const finish = (result: number | PlaybackProblem) => {
      clearTimeout(timer);
      video.removeAttribute('src');
      video.load();
      resolve(result);
    };
    const timer = setTimeout(() => finish('unreachable'), TIMEOUT_MS);
    const measure = () => {
      if (lacksPicture(video)) return finish('format');
      if (Number.isFinite(video.duration) && video.duration > 0) return finish(Math.round(video.duration * 1000));
      if (video.currentTime === 0) video.currentTime = SEEK_PAST_END_SECONDS;
    };
    video.preload = 'metadata';
    video.addEventListener('loadedmetadata', measure);
    video.addEventListener('durationchange', measure);
    video.addEventListener('error', () => void detectPlaybackProblem(url, video.error).then(finish));
    video.src = url;
  });
}
