import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, LANGUAGE_NAMES } from '@contract/languages';
import { captionsOf, type Cue } from '@contract/webvtt';
import { fileAddress } from '@/api/roots';
import { dataKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { LEARNER } from '../learner-data';
import { positionWords } from '../learning';

const OFF = 'off';

interface Shown {
  language: string;
  cues: readonly Cue[];
  /** Of this page, so that it is read wherever files are kept. */
  address: string;
}

/** The captions of a video, read when a language is chosen. */
export function useCaptions(trainingId: string) {
  const [language, choose] = useState(OFF);
  const given = useApiQuery(`trainings/${trainingId}/captions`, {}, { staleTime: 'static' });
  const url = given.data?.find((caption) => caption.language === language)?.url ?? null;
  const text = useQuery({
    queryKey: dataKey(LEARNER, 'caption', url),
    enabled: url !== null,
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await fetch(fileAddress(url!));
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    },
  });
  const [shown, setShown] = useState<Shown | null>(null);
  const file = text.data;
  useEffect(() => {
    if (file === undefined || language === OFF) return setShown(null);
    const address = URL.createObjectURL(new Blob([file], { type: 'text/vtt' }));
    const known = captionsOf(file);
    setShown({ language, address, cues: 'cues' in known ? known.cues : [] });
    return () => URL.revokeObjectURL(address);
  }, [file, language]);
  return {
    languages: given.data?.map((caption) => caption.language) ?? [],
    language,
    choose,
    shown,
    failed: text.isError,
  };
}

type Captions = ReturnType<typeof useCaptions>;

/** Within the `<video>`: what is said, over the picture. */
export function CaptionTrack({ captions: { shown } }: { captions: Captions }) {
  const track = useRef<HTMLTrackElement>(null);
  useEffect(() => {
    if (track.current) track.current.track.mode = 'showing';
  }, [shown]);
  if (!shown) return null;
  const { language, address } = shown;
  return (
    <track
      key={address}
      ref={track}
      kind="captions"
      src={address}
      srcLang={language}
      label={LANGUAGE_NAMES[language]}
    />
  );
}

export function CaptionChoice({ captions }: { captions: Captions }) {
  const { t } = useTranslation();
  const { languages, language, choose } = captions;
  if (languages.length === 0) return null;
  return (
    <Select
      aria-label={t('learner.player.captions')}
      value={language}
      onChange={choose}
      popupMatchSelectWidth={false}
      options={[
        { value: OFF, label: t('learner.player.captions_off') },
        ...languages.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] })),
      ]}
    />
  );
}

/** All that is said, to be read; each line leads to its place. */
export function Transcript({ captions, go }: { captions: Captions; go: (ms: number) => void }) {
  const { t } = useTranslation();
  const { shown, failed } = captions;
  if (failed) return <p role="status">{t('learner.player.captions_failed')}</p>;
  if (!shown) return null;
  return (
    <details className="lr-transcript sg-panel">
      <summary>{t('learner.player.transcript')}</summary>
      <ol lang={shown.language} dir={directionOf(shown.language)}>
        {shown.cues.map(({ from_ms, text }, at) => (
          <li key={at}>
            <button type="button" className="sg-press sg-line sg-whole" onClick={() => go(from_ms)}>
              <span className="sg-number sg-soft">{positionWords(from_ms)}</span>
              <span className="sg-plain-text">{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
