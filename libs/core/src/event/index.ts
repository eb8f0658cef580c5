export { EventFeed, type FeedPage, type FeedQuery, type FeedState } from './event-feed.js';
export { EventInterests, RECORDED_AFTER_MS, type Interests } from './event-interests.js';
