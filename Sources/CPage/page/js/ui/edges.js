// What is wider than its place scrolls in it; that there is more, and on which side, is seen by edges that fade.

/** Marks an element that scrolls sideways, now and whenever that changes. */
export function markEdges(element) {
    const mark = () => {
        const [gone, rest] = [Math.abs(element.scrollLeft), element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft)];
        element.classList.toggle("more-before", gone > 4);
        element.classList.toggle("more-after", rest > 4);
    };
    element.addEventListener("scroll", mark, {passive: true});
    new ResizeObserver(mark).observe(element);
}
