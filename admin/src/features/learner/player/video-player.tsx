import { Alert, Button, Flex, Select, Skeleton } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { VideoLink } from '@contract/training-answers';
import { formatCount } from '@/components/format';
import { lacksPicture, PlayProblemAlert } from '@/components/play-problem';
import { FailedState } from '@/components/states';
import { percentWords } from '../learner-words';
import { positionWords } from '../learning';
import { CaptionChoice, CaptionTrack, Transcript, useCaptions } from './captions';
import { useRecovery } from './use-recovery';
import { useSource } from './use-source';
import { FASTEST, useWatching } from './use-watching';
import { firstGap, type Range } from './watched';
import './player.css';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, FASTEST];
/** Nearer to the beginning or the end than this, there is nothing to resume. */
const EDGE_MS = 3000;

/** The video wide, below it what was watched; nothing is claimed that the server has not counted. */
export function VideoPlayer(props: { trainingId: string; staffId: string; title: string; learned: () => void }) {
  const { t, i18n } = useTranslation();
  const { video, position, link, error, open, watched, ranges, beatState, isReplaced, events } = useWatching(
    props.trainingId,
    props.staffId,
    props.learned,
  );
  const captions = useCaptions(props.trainingId);
  const [asking, setAsking] = useState(true);
  const recovery = useRecovery(video, link, open);
  /** As its viewer wanted it: an element that failed says that it is paused. */
  const isPlaying = useRef(false);
  // A link ends, also while the page stays open: another one is asked for, and the video goes on where it was.
  const failed = () => {
    const element = video.current;
    // What is played was counted up to here, whatever the element has become; a seek that waits for data goes first.
    const ms = element?.seeking ? element.currentTime * 1000 : position.current;
    recovery.fail({ ms, plays: isPlaying.current }, source.fallBack());
  };
  const source = useSource(video, link, failed);
  const resumes = link !== null && link.position_ms > EDGE_MS && link.position_ms < link.duration_ms - EDGE_MS;

  if (error && !link) return <FailedState error={error} retry={() => void open()} />;
  if (!link) return <Skeleton.Node active className="lr-video-wait" />;

  const begin = (ms: number) => {
    // At once: a video without its controls takes no focus, and the button that had it is gone.
    flushSync(() => setAsking(false));
    const element = video.current;
    if (!element) return;
    recovery.seek(ms, true);
    element.focus();
    void element.play().catch(() => undefined);
  };
  const threshold = percentWords(link.threshold, i18n.language);
  // The server's share, and at once what it has not answered yet; whether that is enough, the server decides.
  const played = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  const share = Math.max(watched.share, Math.min(100, (played * 100) / link.duration_ms));
  const words = (
    <strong className="sg-number">
      <WatchedWords share={share} done={watched.completed_at !== null} />
    </strong>
  );
  return (
    <Flex component="section" className="lr-player" vertical gap={12} aria-label={t('learner.player.label')}>
      <div className="lr-stage">
        <video
          ref={video}
          src={source.src}
          controls={!(asking && resumes)}
          controlsList="nodownload"
          playsInline
          preload="metadata"
          aria-label={props.title}
          onError={failed}
          onLoadedMetadata={({ currentTarget }) => recovery.handleLoaded(currentTarget)}
          {...events}
          onSeeking={(event) => {
            recovery.handleSeeking(event.currentTarget);
            events.onSeeking(event);
          }}
          onPlay={(event) => {
            // Sound alone is not the film.
            if (link.codec !== null && lacksPicture(event.currentTarget)) return event.currentTarget.pause();
            isPlaying.current = true;
            events.onPlay(event);
          }}
          onPlaying={(event) => {
            recovery.handlePlaying();
            setAsking(false);
            events.onPlaying(event);
          }}
          onPause={(event) => {
            isPlaying.current = false;
            events.onPause(event);
          }}
        >
          <CaptionTrack captions={captions} />
        </video>
        {asking && resumes && (
          <Flex className="lr-resume" wrap justify="center" gap={12} role="group" aria-labelledby="resume">
            <strong id="resume">{t('learner.player.resume', { at: positionWords(link.position_ms) })}</strong>
            <Button type="primary" size="large" onClick={() => begin(link.position_ms)}>
              {t('learner.player.go_on')}
            </Button>
            <Button size="large" ghost onClick={() => begin(0)}>
              {t('learner.player.anew')}
            </Button>
          </Flex>
        )}
      </div>
      {isReplaced && <Alert className="kit-banner" type="info" showIcon message={t('learner.player.replaced')} />}
      {recovery.problem && <PlayProblemAlert problem={recovery.problem} codec={link.codec} retry={recovery.retry} />}
      <WatchedStrip ranges={ranges} share={share} threshold={threshold} durationMs={link.duration_ms} video={video} />
      <Flex wrap justify="space-between" align="center" gap="12px 16px">
        <div className="lr-watch-text">
          {/* Heard once, when it is enough: the share grows every few seconds, and the bar says it to whoever asks. */}
          <span role="status">{watched.completed_at && words}</span>
          {!watched.completed_at && (
            <>
              {words} <span className="sg-soft">{t('learner.player.needed', { threshold })}</span>
            </>
          )}
        </div>
        <Flex wrap gap={8}>
          <GapButton ranges={watched.ranges} link={link} done={watched.completed_at !== null} go={begin} />
          <CaptionChoice captions={captions} />
          <Speed video={video} />
        </Flex>
      </Flex>
      <Transcript captions={captions} go={begin} />
      <p className={beatState === 'calm' ? 'sg-visually-hidden' : 'sg-warning'} role="status">
        {beatState !== 'calm' && t(`learner.player.beat_${beatState}`)}
      </p>
    </Flex>
  );
}

function WatchedWords({ share, done }: { share: number; done: boolean }) {
  const { t, i18n } = useTranslation();
  // 89.6 is not yet 90: a share is never shown higher than it is.
  const words = percentWords(Math.floor(share), i18n.language);
  return <>{done ? t('learner.player.enough', { share: words }) : t('learner.video.share', { share: words })}</>;
}

/** Which parts were watched, along the video; time runs from left to right in every language, as in the player. */
function WatchedStrip(props: {
  ranges: readonly Range[];
  share: number;
  /** In words, as `percentWords` makes them. */
  threshold: string;
  durationMs: number;
  video: RefObject<HTMLVideoElement | null>;
}) {
  const { ranges, share, threshold, durationMs, video } = props;
  const { t, i18n } = useTranslation();
  const head = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const move = () => {
      if (head.current) head.current.style.left = `${Math.min(100, (element.currentTime * 100_000) / durationMs)}%`;
    };
    element.addEventListener('timeupdate', move);
    return () => element.removeEventListener('timeupdate', move);
  }, [video, durationMs]);
  const part = (ms: number) => `${(ms * 100) / durationMs}%`;
  return (
    <Flex vertical gap={4} className="sg-14">
      <span className="sg-soft" aria-hidden="true">
        {t('learner.player.parts')}
      </span>
      <div
        className="lr-strip"
        dir="ltr"
        role="meter"
        aria-label={t('learner.video.meter')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share)}
        aria-valuetext={t('learner.video.meter_value', {
          share: percentWords(Math.floor(share), i18n.language),
          threshold,
        })}
      >
        {ranges.map(([from, to]) => (
          <span
            key={from}
            className="lr-strip-part"
            style={{ insetInlineStart: part(from), inlineSize: part(to - from) }}
          />
        ))}
        <span ref={head} className="lr-strip-head" />
      </div>
      <div className="lr-strip-ends sg-flex sg-between sg-number sg-small sg-soft" dir="ltr" aria-hidden="true">
        <span>{positionWords(0)}</span>
        <span>{positionWords(durationMs)}</span>
      </div>
    </Flex>
  );
}

/** For whoever skipped something: where that is. */
function GapButton(props: { ranges: readonly Range[]; link: VideoLink; done: boolean; go: (ms: number) => void }) {
  const { t } = useTranslation();
  const { ranges, link, done, go } = props;
  const gap = firstGap(ranges, link.duration_ms);
  const last = ranges.at(-1);
  // While nothing was skipped, the gap is only what is still to come.
  if (done || !gap || !last || gap[0] >= last[1]) return null;
  return <Button onClick={() => go(gap[0])}>{t('learner.player.gap', { at: positionWords(gap[0]) })}</Button>;
}

function Speed({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const { t, i18n } = useTranslation();
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const follow = () => setSpeed(Math.min(FASTEST, element.playbackRate));
    element.addEventListener('ratechange', follow);
    return () => element.removeEventListener('ratechange', follow);
  }, [video]);
  const choose = (rate: number) => {
    setSpeed(rate);
    if (video.current) video.current.defaultPlaybackRate = video.current.playbackRate = rate;
  };
  return (
    <Select<number>
      aria-label={t('learner.player.speed')}
      value={speed}
      onChange={choose}
      popupMatchSelectWidth={false}
      options={[...new Set([...SPEEDS, speed])]
        .sort((a, b) => a - b)
        .map((rate) => ({ value: rate, label: t('learner.player.times', { rate: formatCount(rate, i18n.language) }) }))}
    />
  );
}
