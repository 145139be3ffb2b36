// How files are shown. Loaded with the first file.
import { AudioView } from "./audio-view";
import { ImageView } from "./image-view";
import { OtherView } from "./other-view";
import { PdfView } from "./pdf-view";
import { VideoView } from "./video-view";

export const fileViews = { image: ImageView, audio: AudioView, video: VideoView, pdf: PdfView, other: OtherView };
