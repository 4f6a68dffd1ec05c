/** Sounds, if switched on, made in the browser: wood on cloth, glass, two notes. */
import { preferences } from '../preferences.svelte';

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!preferences.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

function tone(audio: AudioContext, frequency: number, at: number, length: number, loudness: number, shape: OscillatorType = 'sine'): void {
  const note = audio.createOscillator();
  const volume = audio.createGain();
  note.type = shape;
  note.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  note.connect(volume).connect(audio.destination);
  note.start(at);
  note.stop(at + length);
}

function knock(audio: AudioContext, at: number): void {
  const length = 0.09;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 3;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const wood = audio.createBiquadFilter();
  wood.type = 'bandpass';
  wood.frequency.value = 420;
  wood.Q.value = 1.4;
  const volume = audio.createGain();
  volume.gain.value = 0.9;
  source.connect(wood).connect(volume).connect(audio.destination);
  source.start(at);
  tone(audio, 150, at, 0.08, 0.25);
}

const play = (score: (audio: AudioContext, now: number) => void): void => {
  const audio = ready();
  if (audio) score(audio, audio.currentTime + 0.005);
};

export const sound = {
  tile: () => play(knock),
  gem: () => play((audio, now) => {
    tone(audio, 2093, now, 0.35, 0.07);
    tone(audio, 5274, now, 0.18, 0.025);
  }),
  won: () => play((audio, now) => {
    tone(audio, 1568, now, 0.4, 0.08);
    tone(audio, 2349, now + 0.09, 0.5, 0.07);
  }),
  meeting: () => play((audio, now) => {
    tone(audio, 622, now, 0.3, 0.12, 'triangle');
    tone(audio, 440, now + 0.13, 0.5, 0.12, 'triangle');
  }),
};
