import { lazyComponent } from '@/components/lazy-component';

export const LazyNoticesSettings = lazyComponent(() => import('./notices-settings').then((m) => m.NoticesSettings));
